import type { Held } from '../support/dialects/dialect-service.ts';
import { digitsOf } from '../support/dialects/amounts.ts';
import { withValueAt } from '../support/dialects/json.ts';
import { theSales } from './the-sales.ts';
import { heldOf } from './truth-of.ts';

/** How a transaction that is there differs from our sale. */
export type Difference = 'a cent' | 'the tax' | 'the state' | 'the day' | 'a resale' | 'nothing';

const alter = (held: Held, difference: Difference): Held => {
  const { fields } = held;
  const withUnit = (field: string): Held => {
    const scale = 10 ** digitsOf(fields);
    return { ...held, fields: { ...fields, [field]: (Math.round(Number(fields[field]) * scale) + 1) / scale } };
  };
  switch (difference) {
    case 'a cent':
      return withUnit('total');
    case 'the tax':
      return withUnit('taxCollected');
    case 'the state':
      return { ...held, fields: withValueAt(fields, 'shipToAddress.state', 'VT') };
    case 'the day': {
      const at = new Date(Date.parse(String(fields['transactedAt'])) - 24 * 3_600_000).toISOString();
      return { ...held, fields: { ...fields, transactedAt: at } };
    }
    case 'a resale':
      return { ...held, fields: { ...fields, purpose: fields['purpose'] === undefined ? 'RESALE' : undefined } };
    case 'nothing':
      return held;
  }
};

/** Under what another source has written it: our id, our name, or both. */
export type Under = 'our id and name' | 'our id' | 'our name';

const rename = (held: Held, under: Under): Held => {
  switch (under) {
    case 'our id and name':
      return held;
    case 'our id':
      return { ...held, name: `Imported ${held.id.slice(-4)}` };
    case 'our name':
      return { ...held, id: `import:${held.id.slice(-4)}` };
  }
};

/** Sales from one number to another, as another source wrote them down. */
export const heldOtherwise = (
  from: number,
  to: number,
  difference: Difference,
  under: Under = 'our id and name',
): readonly Held[] => theSales.slice(from - 1, to).map((sale) => rename(alter(heldOf(sale), difference), under));

/** Transactions that are none of ours. */
export const foreignTransactions = (count: number): readonly Held[] => {
  const [fields] = theSales.map((sale) => heldOf(sale).fields);
  return Array.from({ length: count }, (_, index) => ({
    id: `foreign:${index}`,
    name: `Foreign ${index}`,
    fields: { ...fields },
  }));
};
