/** Explains a sale without tax, exemption or marketplace: a state may assume that tax was due, unless none was to be expected. */
import type { Address } from '../domain/transaction.ts';
import { expectsTax } from './facilitator-laws.ts';
import type { SaleLine, ValueReason } from './sale.ts';

const untaxedDecision: ValueReason = {
  about: 'taxCollected',
  value: '0',
  reason: 'no tax, no exemption and no marketplace: a state may assume that tax was due',
  fields: ['taxes'],
  finding: 'no tax collected',
};

/** The reason, as a finding where a person should check; empty where there is no sales tax. */
export const whyUntaxed = (address: Address, kept: readonly SaleLine[]): readonly ValueReason[] => {
  const goods = kept.filter(({ kind }) => kind === 'goods');
  if (!(goods.length > 0 ? goods : kept).some(mayBeTaxable))
    return [untaxedBecause('nothing that was sold is taxable there', 'lines.taxable')];
  if (expectsTax(address)) return [untaxedDecision];
  return address.country === 'US' && address.state === 'AK'
    ? [untaxedBecause('Alaska has no state tax, and most of its places have no local one', 'shipToAddress')]
    : [];
};

/**
 * A line that costs something, unless the platform states that it is not taxable. Tips and fees have no such statement, so
 * they count only in a sale without goods.
 */
const mayBeTaxable = ({ listed, discount, isTaxable }: SaleLine): boolean => listed !== discount && isTaxable !== false;

const untaxedBecause = (reason: string, field: string): ValueReason => ({
  about: 'taxCollected',
  value: '0',
  reason: `no tax is expected: ${reason}`,
  fields: [field],
});
