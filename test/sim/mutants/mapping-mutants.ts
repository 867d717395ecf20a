import type { Sale, SaleLine } from '../../../src/mapping/sale.ts';
import type { Mutant } from './mutant.ts';
import { ofSales } from './of-sales.ts';

/** Without a stated total to compare: a wrong amount is sent instead of held. */
const unproven = (sale: Sale): Sale => ({ ...sale, statedTotal: null });

const ofLines = (change: (line: SaleLine) => SaleLine): Mutant['alter'] =>
  ofSales((sale) => unproven({ ...sale, lines: sale.lines.map(change) }));

const throughFloat = (amount: bigint): bigint => BigInt(Math.trunc((Number(amount) / 100) * 100));

/** Defects of the mapping. */
export const mappingMutants: readonly Mutant[] = [
  {
    name: 'money goes through a float',
    alter: ofLines((line) => ({ ...line, listed: throughFloat(line.listed) })),
    foundBy: ['wrong money'],
  },
  { name: 'tax is left out', alter: ofLines((line) => ({ ...line, taxes: [] })), foundBy: ['wrong money'] },
  { name: 'discounts are left out', alter: ofLines((line) => ({ ...line, discount: 0n })), foundBy: ['wrong money'] },
  {
    name: 'one unit is pushed of many',
    alter: ofLines((line) => ({ ...line, listed: line.listed / BigInt(line.quantity), quantity: 1 })),
    foundBy: ['wrong money'],
  },
  {
    name: 'shipping is left out',
    alter: ofSales((sale) => unproven({ ...sale, shipping: [] })),
    foundBy: ['wrong money'],
  },
  {
    name: 'every sale goes to one state',
    alter: ofSales((sale) => ({
      ...sale,
      destinations: sale.destinations.map((one) => ({
        ...one,
        address: { ...one.address, state: 'CA', zip: '94607' },
      })),
    })),
    foundBy: ['wrong money'],
  },
  {
    name: 'every currency is the dollar',
    alter: ofSales((sale) => ({ ...sale, currency: { code: 'USD', digits: 2 } })),
    foundBy: ['wrong money'],
  },
  {
    name: 'times are read as local ones',
    alter: ofSales((sale) => ({
      ...sale,
      occurredAt: new Date(Date.parse(sale.occurredAt) - 4 * 3_600_000).toISOString().replace('.000', ''),
    })),
    foundBy: ['wrong money'],
  },
  {
    name: 'the number that people see is the id',
    alter: ofSales(({ identity, ...sale }) => ({
      ...sale,
      identity: { ...identity, account: '1', recordId: (identity.number ?? identity.recordId).replace('#', '') },
    })),
    foundBy: ['lost', 'unexpected'],
  },
  { name: 'test orders are sent', alter: ofSales((sale) => ({ ...sale, isTest: false })), foundBy: ['unexpected'] },
  { name: 'unpaid orders are sent', alter: ofSales((sale) => ({ ...sale, payment: 'paid' })), foundBy: ['unexpected'] },
  {
    name: 'gift cards are goods',
    alter: ofSales((sale) => ({
      ...sale,
      lines: sale.lines.map((line) => (line.kind === 'gift card' ? { ...line, kind: 'goods' } : line)),
    })),
    foundBy: ['unexpected'],
  },
  { name: 'what does not add up is sent', alter: ofSales(unproven), foundBy: ['unexpected'] },
  {
    name: 'storefronts are not joined',
    alter: ofSales((sale) => ({ ...sale, references: [] })),
    foundBy: ['doubled'],
  },
  {
    name: 'refunds are sent, though they are only to be listed',
    alter: { policy: (policy) => ({ ...policy, adjustments: { ...policy.adjustments, refunds: 'send' } }) },
    foundBy: ['unexpected', 'doubled'],
  },
  {
    name: 'refunds are only listed, though they are to be sent',
    alter: { policy: (policy) => ({ ...policy, adjustments: { ...policy.adjustments, refunds: 'report' } }) },
    foundBy: ['lost'],
  },
  {
    name: 'the tax of a refund stays with the seller',
    alter: ofSales((sale) => ({
      ...sale,
      refunds: sale.refunds.map((refund) => ({
        ...refund,
        lines: refund.lines.map((line) => ({ ...line, amount: line.amount + line.tax, tax: 0n })),
      })),
    })),
    foundBy: ['wrong money'],
  },
];
