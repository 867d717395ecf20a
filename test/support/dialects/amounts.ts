import { type Json, linesOf } from './json.ts';

const ofHeader = ['total', 'subtotal', 'shippingHandling', 'taxCollected', 'discount'];
const ofLine = ['amount', 'discount'];

/** Decimals of the currency of a transaction. */
export const digitsOf = ({ currency }: Json): number => (String(currency).toUpperCase() === 'JPY' ? 0 : 2);

const mapFields = (json: Json, fields: readonly string[], change: (amount: unknown) => unknown): Json => {
  const changed = fields
    .filter((field) => json[field] !== undefined)
    .map((field): readonly [string, unknown] => [field, change(json[field])]);
  return { ...json, ...Object.fromEntries<unknown>(changed) };
};

/** The transaction with something done to each of its amounts. */
export const withAmounts = (json: Json, change: (amount: unknown) => unknown): Json => {
  const header = mapFields(json, ofHeader, change);
  if (!Array.isArray(json['lineItems'])) return header;
  return { ...header, lineItems: linesOf(json).map((line) => mapFields(line, ofLine, change)) };
};

/** Every amount of a transaction by its path. */
export const amountsOf = (json: Json): readonly (readonly [path: string, amount: unknown])[] => [
  ...ofHeader.filter((field) => json[field] !== undefined).map((field) => [field, json[field]] as const),
  ...linesOf(json).flatMap((line, index) =>
    ofLine
      .filter((field) => line[field] !== undefined)
      .map((field) => [`lineItems.${index}.${field}`, line[field]] as const),
  ),
];

/** Minor units of an amount in major units; undefined when it is finer than the currency. */
export const minorUnits = (amount: unknown, digits: number): bigint | undefined => {
  if (typeof amount !== 'number' && typeof amount !== 'string') return undefined;
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const units = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign === '-' ? -units : units;
};

/** Whether lines, discounts, shipping and tax come to the total, to the last unit. */
export const isBalanced = (json: Json): boolean => {
  const digits = digitsOf(json);
  const units = (amount: unknown): bigint | undefined => (amount === undefined ? 0n : minorUnits(amount, digits));
  let sum = 0n;
  for (const line of linesOf(json)) {
    const [amount, discount] = [units(line['amount']), units(line['discount'])];
    if (amount === undefined || discount === undefined) return false;
    sum += amount * BigInt(Number(line['quantity'])) - discount;
  }
  const rest = ['discount', 'shippingHandling', 'taxCollected', 'total'].map((field) => units(json[field]));
  const [discount, shipping, tax, total] = rest;
  if (discount === undefined || shipping === undefined || tax === undefined || total === undefined) return false;
  return sum - discount + shipping + tax === total;
};
