/** The tax that the service reports, of those transactions of which it does. Minor units. */
export interface ReportedTax {
  readonly count: number;
  readonly reported: bigint;
  /** What was collected for the same transactions. */
  readonly collected: bigint;
}

/** Both together; undefined when the service reports nothing of either. */
export const addReportedTax = (a: ReportedTax | undefined, b: ReportedTax | undefined): ReportedTax | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return { count: a.count + b.count, reported: a.reported + b.reported, collected: a.collected + b.collected };
};
