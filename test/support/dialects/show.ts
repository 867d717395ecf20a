import { digitsOf, withAmounts } from './amounts.ts';
import type { Demands, Dialect, ListContents } from './dialect.ts';
import { type Json, valueAt, withValueAt } from './json.ts';
import { stored } from './normalize.ts';

const withTheirNames = (plain: Json, names: Demands['names']): Json => {
  let shown = plain;
  for (const ours of Object.keys(names)) shown = withValueAt(shown, ours, undefined);
  for (const [ours, theirs] of Object.entries(names)) {
    const value = valueAt(plain, ours);
    if (value !== undefined) shown = withValueAt(shown, theirs, value);
  }
  return shown;
};

const withTheirAmounts = (plain: Json, form: Demands['amounts']): Json => {
  const digits = digitsOf(plain);
  if (form === 'number') return plain;
  if (form === 'string') return withAmounts(plain, (amount) => Number(amount).toFixed(digits));
  return withAmounts(plain, (amount) => Math.round(Number(amount) * 10 ** digits));
};

/** A stored transaction as its service shows it when it shows all of it. */
export const shown = ({ stores, distorts, demands }: Dialect, id: string | number, fields: Json): Json => {
  const forms = stored(typeof id === 'string' ? { ...fields, id } : fields, stores, distorts);
  const named = withTheirNames(withTheirAmounts(forms, demands.amounts), demands.names);
  return typeof id === 'string' ? named : { ...named, id };
};

/** What the list carries of it. */
export const listed = (json: Json, carries: ListContents): Json => {
  switch (carries) {
    case 'everything':
      return json;
    case 'no lines':
      return withValueAt(json, 'lineItems', undefined);
    case 'id and name':
      return { id: json['id'], name: json['name'] };
    case 'id, name and tax':
      return { id: json['id'], name: json['name'], tax: { calculated: 7.25, jurisdictions: ['CA'] } };
  }
};
