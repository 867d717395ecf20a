import type { PlatformTotals } from '../../src/mapping/platform-totals.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { Held } from '../support/dialects/dialect-service.ts';
import { digitsOf, minorUnits } from '../support/dialects/amounts.ts';
import { type Json, linesOf, textOf, valueAt } from '../support/dialects/json.ts';

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** What a sale amounts to, added up here and not by the product. Minor units. */
const moneyOf = ({
  lines,
  shipping,
  orderDiscount,
  marketplaces,
}: Sale): { readonly total: bigint; readonly tax: bigint } => {
  const goods = sumOf(lines.map(({ listed, discount }) => listed - discount)) - orderDiscount;
  const ship = sumOf(shipping.map(({ price, discount }) => price - discount));
  const tax = marketplaces.length > 0 ? 0n : sumOf(lines.flatMap(({ taxes }) => taxes.map(({ amount }) => amount)));
  return { total: goods + ship + tax, tax };
};

/** The day in the time zone of the scripted shop. */
const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(instant));

/** The books of the platform: what each buyer paid, with the tax that a marketplace remits. */
export const totalsOf = (sales: readonly Sale[]): PlatformTotals => ({
  source: 'the books',
  leavesOut: [],
  entries: sales.map((sale) => {
    const { total, tax } = moneyOf({ ...sale, marketplaces: [] });
    return { day: dayOf(sale.occurredAt), currency: sale.currency, amount: total, tax };
  }),
});

const majorIn = ({ currency }: Sale, amount: bigint): number => Number(amount) / 10 ** currency.digits;

/** The transaction of a sale as another source would write it down, in the plain dialect's fields. */
export const heldOf = (sale: Sale): Held => {
  const { identity, occurredAt, currency, lines, exemptions, marketplaces, destinations } = sale;
  const { total, tax } = moneyOf(sale);
  const [exemption] = exemptions;
  const [channel] = marketplaces;
  return {
    id: `shopify:${identity.account}:${identity.recordId}`,
    name: `Shopify ${identity.number ?? ''} · ${identity.recordId}`,
    fields: {
      currency: currency.code,
      total: majorIn(sale, total),
      taxCollected: majorIn(sale, tax),
      transactedAt: occurredAt,
      lineItems: lines.map(({ quantity, listed }) => ({
        quantity,
        amount: majorIn(sale, listed / BigInt(quantity)),
      })),
      shipToAddress: { ...destinations[0]?.address },
      ...(exemption?.kind === 'resale' && { purpose: 'RESALE' }),
      ...(exemption?.kind === 'entity' && { entity: exemption.entity }),
      ...(channel !== undefined && { marketplace: channel.value }),
    },
  };
};

const multisetOf = (fields: Json): string =>
  linesOf(fields)
    .map(({ quantity, amount }) => `${String(quantity)} × ${String(minorUnits(amount, digitsOf(fields)))}`)
    .sort()
    .join();

/** What matters of a transaction, as one text: equal texts count equally. */
export const meaningOf = (fields: Json): string => {
  const units = (field: string): string => String(minorUnits(fields[field], digitsOf(fields)));
  const place = ['country', 'state', 'zip', 'city'].map((part) => textOf(valueAt(fields, `shipToAddress.${part}`)));
  const codes = ['currency', 'purpose', 'entity', 'marketplace'].map((field) => textOf(fields[field]));
  const at = new Date(String(fields['transactedAt'])).toISOString();
  return [units('total'), units('taxCollected'), at, ...place, ...codes, multisetOf(fields)].join(' | ');
};
