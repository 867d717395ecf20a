/** The figures of a return (gross, exempt, taxed, tax, refunds and more) as one record that can be added up and negated. */
export const noMoney = {
  gross: 0n,
  exempt: 0n,
  taxed: 0n,
  unknownIfTaxed: 0n,
  discount: 0n,
  shipping: 0n,
  tax: 0n,
  /** Without tax; negative. */
  refunded: 0n,
  refundedExempt: 0n,
  refundedTaxed: 0n,
  refundedUnknownIfTaxed: 0n,
  refundedTax: 0n,
  grossOfMarketplaces: 0n,
  refundedOfMarketplaces: 0n,
  otherAmount: 0n,
  serviceTotal: 0n,
  serviceTax: 0n,
  serviceReportedTax: 0n,
};

export const noCounts = { sales: 0, refunds: 0, refundsWithoutTax: 0, others: 0, inService: 0 };

/** Money in minor units of one currency. */
type Figures = Record<keyof typeof noMoney, bigint> & Record<keyof typeof noCounts, number>;

/** Figures of a jurisdiction, in one currency. */
interface JurisdictionFigures extends Readonly<Figures> {
  readonly jurisdiction: string;
  readonly currency: string;
}

/** The figures of a month. */
export interface SummaryRow extends JurisdictionFigures {
  readonly month: string;
}

const countFields = Object.keys(noCounts) as (keyof typeof noCounts)[];
const amountFields = Object.keys(noMoney) as (keyof typeof noMoney)[];

/** The figures of a row with all signs changed. */
export const negated = (row: SummaryRow): SummaryRow => {
  const result = { ...row };
  for (const field of countFields) result[field] = -row[field];
  for (const field of amountFields) result[field] = -row[field];
  return result;
};

/** The sum of the rows that have the same key, each with the rest of its first row; in the order of the keys. */
export const sumBy = <Row extends JurisdictionFigures>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => string,
): readonly Row[] => {
  const byKey = new Map<string, Row & Figures>();
  for (const row of rows) {
    const key = keyOf(row);
    const sums = byKey.get(key);
    if (sums === undefined) byKey.set(key, { ...row });
    else addFigures(sums, row);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums);
};

const addFigures = (sums: Figures, figures: Readonly<Figures>): void => {
  for (const field of countFields) sums[field] += figures[field];
  for (const field of amountFields) sums[field] += figures[field];
};
