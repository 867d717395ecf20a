import { amountsOf, digitsOf, isBalanced, withAmounts } from './amounts.ts';
import type { Demands, Dialect } from './dialect.ts';
import { isJson, type Json, linesOf, parseJson, textOf, valueAt, withValueAt } from './json.ts';

export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** A body as this service understands it, in the plain dialect's own fields; or what it finds wrong with it. */
export type Read = { readonly fields: Json } | { readonly issues: readonly Issue[] };

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The body with the plain names for its fields. */
const withPlainNames = (body: Json, names: Demands['names']): Json => {
  let plain = body;
  // What stands under a plain name in a service that wants another one is a field that it does not know.
  for (const ours of Object.keys(names)) plain = withValueAt(plain, ours, undefined);
  for (const [ours, theirs] of Object.entries(names)) {
    plain = withValueAt(withValueAt(plain, theirs, undefined), ours, valueAt(body, theirs));
  }
  return plain;
};

const isAmount = (amount: unknown, form: Demands['amounts']): boolean => {
  if (form === 'string') return typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount);
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return false;
  return form === 'number' || Number.isSafeInteger(amount);
};

const amountIssues = (plain: Json, form: Demands['amounts']): readonly Issue[] => {
  const wanted = { number: 'must be a number', string: 'must be a text', minorUnits: 'must be an integer' }[form];
  return amountsOf(plain)
    .filter(([, amount]) => !isAmount(amount, form))
    .map(([path]) => ({ path, message: wanted }));
};

const shapeIssues = (plain: Json, { ids, demands }: Dialect): readonly Issue[] => {
  const issues: Issue[] = [];
  const need = (path: string, isThere: boolean): void => {
    if (!isThere) issues.push({ path: demands.names[path] ?? path, message: 'is required' });
  };
  need('id', ids !== 'client' || isText(plain['id']));
  need('name', isText(plain['name']));
  need('total', plain['total'] !== undefined);
  need('taxCollected', plain['taxCollected'] !== undefined);
  const at = plain['transactedAt'];
  need('transactedAt', isText(at) && /^\d{4}-\d\d-\d\dT/.test(at) && !Number.isNaN(Date.parse(at)));
  const lines = linesOf(plain);
  need('lineItems', lines.length > 0);
  lines.forEach(({ quantity, amount }, index) => {
    need(`lineItems.${index}.quantity`, Number.isSafeInteger(quantity) && quantity !== 0);
    need(`lineItems.${index}.amount`, amount !== undefined);
  });
  need('shipToAddress', isJson(plain['shipToAddress']));
  need('shipToAddress.country', isText(valueAt(plain, 'shipToAddress.country')));
  const purpose = plain['purpose'];
  if (purpose !== undefined && purpose !== 'RESALE') issues.push({ path: 'purpose', message: 'is not RESALE' });
  return issues;
};

const parts = ['line1', 'line2', 'city', 'state', 'zip'] as const;

const partIssues = (plain: Json, { parts: wanted, names }: Demands): readonly Issue[] =>
  parts.flatMap((part): readonly Issue[] => {
    const path = `shipToAddress.${part}`;
    const value = valueAt(plain, path);
    const isNeeded = wanted === 'texts' && (part === 'line1' || part === 'city');
    const isNullRefused = wanted !== 'any' && value === null;
    const isWrong =
      isNullRefused ||
      (isNeeded && value === undefined) ||
      (value !== undefined && value !== null && typeof value !== 'string');
    return isWrong ? [{ path: names[path] ?? path, message: 'must be a text' }] : [];
  });

const listIssues = (plain: Json, { marketplaces, entities, maxName, maxProductName }: Demands): readonly Issue[] => {
  const issues: Issue[] = [];
  const within = (field: string, codes: readonly string[] | null): void => {
    const code = plain[field];
    if (codes !== null && code !== undefined && !codes.includes(textOf(code))) {
      issues.push({ path: field, message: `is none of ${codes.join(', ')}` });
    }
  };
  within('marketplace', marketplaces);
  within('entity', entities);
  if (maxName !== null && String(plain['name']).length > maxName) {
    issues.push({ path: 'name', message: `is longer than ${maxName} characters` });
  }
  linesOf(plain).forEach(({ productName }, index) => {
    if (maxProductName === null || typeof productName !== 'string' || productName.length <= maxProductName) return;
    issues.push({ path: `lineItems.${index}.productName`, message: `is longer than ${maxProductName} characters` });
  });
  return issues;
};

const asMajor = (plain: Json, form: Demands['amounts']): Json => {
  if (form === 'number') return plain;
  const scale = form === 'minorUnits' ? 10 ** digitsOf(plain) : 1;
  return withAmounts(plain, (amount) => Number(amount) / scale);
};

/** Reads a body with the strictness of a dialect. */
export const readBody = (dialect: Dialect, text: string): Read => {
  const { demands } = dialect;
  const body = parseJson(text);
  if (body === undefined) return { issues: [{ path: '', message: 'is not a JSON object' }] };
  if (demands.refusedPath !== null) return { issues: [{ path: demands.refusedPath, message: 'is not valid' }] };
  const constants = Object.entries(demands.constants);
  const missing = constants
    .filter(([path, value]) => valueAt(body, path) !== value)
    .map(([path, value]) => ({ path, message: `must be ${JSON.stringify(value)}` }));
  const plain = withPlainNames(body, demands.names);
  const shape = [
    ...missing,
    ...shapeIssues(plain, dialect),
    ...partIssues(plain, demands),
    ...amountIssues(plain, demands.amounts),
  ];
  if (shape.length > 0) return { issues: shape };
  const fields = asMajor(
    constants.reduce((json, [path]) => withValueAt(json, path, undefined), plain),
    demands.amounts,
  );
  const issues: Issue[] = [...listIssues(fields, demands)];
  if (!demands.zeroTotals && Number(fields['total']) === 0) issues.push({ path: 'total', message: 'must not be zero' });
  if (!isBalanced(fields)) issues.push({ path: 'total', message: 'is not the sum of its parts' });
  if (fields['marketplace'] !== undefined && Number(fields['taxCollected']) !== 0) {
    issues.push({ path: 'taxCollected', message: 'must be 0 with a marketplace' });
  }
  return issues.length > 0 ? { issues } : { fields };
};
