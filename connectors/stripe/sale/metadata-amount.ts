import * as E from 'fp-ts/lib/Either.js';
import { parseMinorUnits } from '../../../src/domain/money.ts';
import type { MetadataMeaning, Policy } from '../../../src/mapping/policy.ts';
import { stripeDigits } from './money.ts';

export type Metadata = Readonly<Record<string, string>>;

/** What the merchant keeps in metadata under a meaning; null when no key is configured for it, or it is blank. */
export const metadataValue = (policy: Policy, metadata: Metadata, meaning: MetadataMeaning): string | null => {
  const key = policy.metadata[meaning];
  const value = key === undefined ? undefined : metadata[key]?.trim();
  return value === undefined || value === '' ? null : value;
};

/** What metadata says under a meaning that is no amount; `false`, `no`, `none` and `0` say nothing, as a blank does. */
export const metadataWord = (policy: Policy, metadata: Metadata, meaning: MetadataMeaning): string | null => {
  const value = metadataValue(policy, metadata, meaning);
  return value === null || ['false', 'no', 'none', '0'].includes(value.toLowerCase()) ? null : value;
};

/**
 * An amount from metadata in Stripe's units: a decimal is in major units (`"8.25"`), a whole number is in Stripe's own
 * smallest unit already (`"825"`), as merchants copy it from their requests to Stripe. Zero when it is not configured.
 *
 * Left names the key, never the value.
 */
export const metadataAmount = (
  policy: Policy,
  metadata: Metadata,
  meaning: MetadataMeaning,
  currency: string,
): E.Either<string, bigint> => {
  const value = metadataValue(policy, metadata, meaning);
  if (value === null) return E.right(0n);
  const key = policy.metadata[meaning] ?? meaning;
  const digits = value.includes('.') ? stripeDigits(currency) : 0;
  const amount = parseMinorUnits({ code: currency.toUpperCase(), digits })(value);
  if (E.isLeft(amount)) return E.left(`metadata "${key}" should be an amount, but it is ${amount.left}`);
  return amount.right < 0n ? E.left(`metadata "${key}" is negative`) : amount;
};
