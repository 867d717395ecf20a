/** Adds to a sale what Stripe does not state: tax that was sold as a line, and amounts from the merchant's metadata. */
import * as E from 'fp-ts/lib/Either.js';
import { sum } from '../../../src/domain/money.ts';
import { type AmountMeaning, metadataKey, type Policy } from '../../../src/mapping/policy.ts';
import type { SaleLine, ValueReason } from '../../../src/mapping/sale.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import { type LineDefaults, type SaleParts, shippingOf, taxOf, totalOf } from './lines.ts';
import { amountsOfMetadata, type Metadata, type MetadataAmounts, missingKey } from './metadata.ts';
import { isCalledShipping, isCalledTax, withTaxLines } from './tax-lines.ts';

/** The parts of a sale, and which of its amounts Stripe states itself. */
export interface StatedParts {
  readonly parts: SaleParts;
  readonly stated: ReadonlySet<AmountMeaning>;
}

/** The meanings whose amount is stated, because it is not zero. */
export const statedOf = (amounts: Readonly<Partial<Record<AmountMeaning, boolean>>>): ReadonlySet<AmountMeaning> =>
  new Set((['tax', 'shipping', 'discount'] as const).filter((meaning) => amounts[meaning] === true));

/** All parts of a sale. */
export interface CompleteParts {
  readonly parts: SaleParts;
  /** The configured metadata key that is missing and may still be written; null when no key is awaited. */
  readonly missingKey: string | null;
}

interface Completion {
  readonly policy: Policy;
  readonly defaults: LineDefaults;
  readonly money: StripeMoney;
  readonly metadata: Metadata;
  /** The amount paid, in Stripe's units; null if Stripe does not state it. */
  readonly total: bigint | null;
}

const tooMuch = 'tax and shipping in its metadata are more than what was paid';

/**
 * The amounts of metadata were paid, so the prices contain whatever the total does not lack.
 *
 * Left when the metadata cannot be read, or states more than was paid.
 */
export const completeParts = (
  { policy, defaults, money, metadata, total }: Completion,
  { parts: given, stated }: StatedParts,
): E.Either<string, CompleteParts> => {
  const { parts, hasTaxLines } = withTaxLines(policy, defaults, money, given);
  const known: ReadonlySet<AmountMeaning> = hasTaxLines ? new Set([...stated, 'tax']) : stated;
  const amounts = amountsOfMetadata(
    policy,
    metadata,
    { currency: money.currency.code, total: total ?? totalOf(parts) },
    known,
  );
  if (E.isLeft(amounts)) return amounts;
  const { tax, shipping, discount } = amounts.right;
  const awaited = missingKey(policy, metadata, known);
  if (tax === 0n && shipping === 0n && discount === 0n) return E.right({ parts, missingKey: awaited });
  const missing = onTopOf((total ?? totalOf(parts)) - totalOf(parts), amounts.right);
  const taxLine = missing === 0n ? lineOf(parts.lines, tax, isCalledTax) : undefined;
  const shippingLine = missing === 0n ? lineOf(parts.lines, shipping, isCalledShipping) : undefined;
  const others = parts.lines.filter((line) => line !== taxLine && line !== shippingLine);
  const ofLines = [taxLine, shippingLine].map((line) => (line === undefined ? 0n : netOf(line)));
  const contained = tax + shipping - discount - missing - sum(ofLines);
  const lines = withoutContained(money, others, contained);
  if (lines === null) return E.left(tooMuch);
  return E.right({
    missingKey: awaited,
    parts: {
      ...parts,
      lines: tax === 0n ? lines : lines.map(withOpenTax),
      shipping: [...parts.shipping, ...shippingOf(shipping)],
      orderDiscount: parts.orderDiscount + discount,
      orderTaxes: [...parts.orderTaxes, ...taxOf(defaults, tax)],
      hasTaxOfMetadata: tax !== 0n,
      decisions: [...parts.decisions, ...reasonOf(policy, amounts.right)],
    },
  });
};

/** The part of the metadata's amounts that the total of the parts lacks: all of it, tax alone, or nothing. */
const onTopOf = (rest: bigint, { tax, shipping, discount }: MetadataAmounts): bigint =>
  rest !== 0n && [tax, tax + shipping, tax + shipping - discount].includes(rest) ? rest : 0n;

/** A line of exactly this amount with a name for it: the plugin wrote the amount as a line and into metadata as well. */
const lineOf = (
  lines: readonly SaleLine[],
  amount: bigint,
  isCalled: (name: string) => boolean,
): SaleLine | undefined =>
  amount === 0n
    ? undefined
    : lines.find((line) => line.kind === 'goods' && netOf(line) === amount && isCalled(line.name));

const netOf = ({ listed, discount }: SaleLine): bigint => listed - discount;

/** Takes an amount that the prices of lines contain out of them, by largest remainder; null if the lines have less. */
const withoutContained = (
  money: Completion['money'],
  lines: readonly SaleLine[],
  amount: bigint,
): readonly SaleLine[] | null => {
  const weights = lines.map((line) => (line.kind === 'goods' && netOf(line) > 0n ? netOf(line) : 0n));
  if (amount > sum(weights)) return null;
  if (amount === 0n) return lines;
  const shares = allocateWhole(money, amount < 0n ? -amount : amount, weights);
  return lines.map((line, index) => {
    const share = shares[index] ?? 0n;
    return { ...line, listed: line.listed - (amount < 0n ? -share : share) };
  });
};

/** Metadata does not show which lines were taxed; without `taxed`, all goods may bear the tax of the sale. */
const withOpenTax = ({ taxed: _unknown, ...line }: SaleLine): SaleLine => line;

const reasonOf = (policy: Policy, amounts: MetadataAmounts): readonly ValueReason[] => {
  const used = (['tax', 'shipping', 'discount'] as const).filter((meaning) => amounts[meaning] !== 0n);
  if (used.length === 0) return [];
  return [
    {
      about: 'lineItems',
      value: `${used.join(', ')} from metadata`,
      reason: `Stripe states no ${used.join(', no ')}; your metadata does (policy.metadata)`,
      fields: used.map((meaning) => `metadata.${metadataKey(policy, meaning) ?? meaning}`),
    },
  ];
};
