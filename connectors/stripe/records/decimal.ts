import { isAbsent, type Part } from './codec.ts';
import { quickCodec, unread } from './quick.ts';

/** `Stripe.Decimal` hides its digits behind what JSON makes of it. */
const writtenDecimal = (input: unknown): string => {
  if (typeof input === 'number' || typeof input === 'string') return String(input);
  return typeof input === 'object' ? JSON.stringify(input).replaceAll('"', '') : '';
};

/** A decimal: a text in events and old versions, a `Stripe.Decimal` object in answers to the typed client. */
export const decimal: Part<string | null> = quickCodec('decimal', (input) => {
  if (isAbsent(input)) return null;
  const value = writtenDecimal(input);
  return /^-?\d+(\.\d+)?$/.test(value) ? value : unread;
});
