import * as t from 'io-ts';
import type { JournalEntry } from '../../sandbox/index.ts';
import type { Pushed } from './checker.ts';

const Body = t.type({ currency: t.string, total: t.number, taxCollected: t.number });

const withoutFraction: ReadonlySet<string> = new Set(['JPY']);

/** Minor units from the digits of a JSON number; more digits than the currency has fail the test. */
const minorUnits = (amount: number, currency: string): bigint => {
  const digits = withoutFraction.has(currency) ? 0 : 2;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount));
  const fraction = match?.[3] ?? '';
  if (match?.[2] === undefined || fraction.length > digits) throw new Error(`${amount} is no amount of ${currency}`);
  const units = BigInt(match[2] + fraction.padEnd(digits, '0'));
  return match[1] === '-' ? -units : units;
};

/** What one insert sent the service, read from the very text that it stored. */
export const pushedBy = ({ id, name, text }: JournalEntry): Pushed => {
  const body: unknown = JSON.parse(text);
  if (!Body.is(body)) throw new Error('the journal holds something else than transactions');
  const { currency, total, taxCollected } = body;
  return { id, name, currency, total: minorUnits(total, currency), tax: minorUnits(taxCollected, currency) };
};
