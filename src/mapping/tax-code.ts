/** Finds the product tax code of a line by the merchant's policy, and explains for each code why it is sent or not. */
import type { Policy } from './policy.ts';
import type { ValueReason, SaleLine } from './sale.ts';

/** The product tax code that is sent for a line; undefined where none is. Codes of one set are never derived from another. */
export const taxCodeOf = (
  { taxCodes }: Pick<Policy, 'taxCodes'>,
  { taxCode, category }: Pick<SaleLine, 'taxCode' | 'category'>,
): string | undefined => {
  if (typeof taxCodes === 'string') return taxCode;
  return [taxCode, category].flatMap((code) => (code === undefined ? [] : (taxCodes[code] ?? [])))[0];
};

/** Whether each tax code and category of a sale's lines is sent, and why. */
export const taxCodeDecisions = (
  policy: Pick<Policy, 'taxCodes'>,
  lines: readonly SaleLine[],
): readonly ValueReason[] => {
  const decisions = new Map<string, ValueReason>();
  for (const line of lines) {
    const known = line.taxCode ?? line.category;
    if (known === undefined) continue;
    const sent = taxCodeOf(policy, line);
    decisions.set(known, {
      about: 'taxCode',
      value: sent === undefined ? `${known}: not sent` : sent === known ? known : `${known} is sent as ${sent}`,
      reason: reasonOf(policy, line, sent),
      fields: [line.taxCode === undefined ? 'product.category' : 'product.taxCode'],
    });
  }
  return [...decisions.values()];
};

const reasonOf = ({ taxCodes }: Pick<Policy, 'taxCodes'>, { taxCode }: SaleLine, sent: string | undefined): string => {
  if (typeof taxCodes !== 'string') {
    return sent === undefined ? 'your table policy.taxCodes does not have it' : 'your table policy.taxCodes';
  }
  return taxCode === undefined ? 'a product category is not a tax code' : "the platform's tax code of the product";
};
