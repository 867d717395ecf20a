import type { Content, Fact } from './fact.ts';
import type { Inserted } from './evidence.ts';

const digits: Readonly<Record<string, number>> = { USD: 2, JPY: 0 };

/** Minor units from the digits of a JSON number; undefined when it has more of them than the currency. */
const minorUnits = (amount: unknown, currency: string): bigint | undefined => {
  const places = digits[currency] ?? 2;
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || fraction.length > places) return undefined;
  const units = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -units : units;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** What an insert sent the service, read from its very text; undefined when that is no transaction. */
export const contentIn = ({ text }: Inserted): Content | undefined => {
  const body: unknown = JSON.parse(text);
  const currency = String(fieldOf(body, 'currency'));
  const total = minorUnits(fieldOf(body, 'total'), currency);
  const tax = minorUnits(fieldOf(body, 'taxCollected'), currency);
  const at = Date.parse(String(fieldOf(body, 'transactedAt')));
  const state = String(fieldOf(fieldOf(body, 'shipToAddress'), 'state'));
  return total === undefined || tax === undefined ? undefined : { currency, total, tax, state, at };
};

export const isSameContent = (a: Content, b: Content): boolean =>
  a.currency === b.currency && a.total === b.total && a.tax === b.tax && a.state === b.state && a.at === b.at;

const words = (text: string): readonly string[] => text.split(/[^A-Za-z0-9_]+/);

/** The source ids that a transaction speaks of, in its id or its name. */
export const keysIn = ({ id, name }: Pick<Inserted, 'id' | 'name'>): ReadonlySet<string> =>
  new Set([...words(id), ...words(name)]);

/** By fact: the inserts that are about it. A refund names its sale as well, so refunds come first. */
export const insertsByFact = (
  facts: readonly Fact[],
  journal: readonly Inserted[],
): ReadonlyMap<Fact, readonly Inserted[]> => {
  const byFact = new Map<Fact, Inserted[]>(facts.map((fact) => [fact, []]));
  const refundsFirst = [...facts].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  for (const line of journal) {
    const keys = keysIn(line);
    const fact = refundsFirst.find((one) => one.keys.some((key) => keys.has(key)));
    if (fact !== undefined) byFact.get(fact)?.push(line);
  }
  return byFact;
};
