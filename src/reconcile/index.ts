/** The explanations and reports that src/index.ts and src/engine.ts publish. */
export { explain } from './explain.ts';
export type {
  ExplainedLine,
  ExplainedExclusion,
  ExplainedTransaction,
  Explanation,
  ServiceView,
} from './explanation.ts';
export type { PartOfSale, PartsOfSale } from './parts-of-sale.ts';
export { readReport } from './read-report.ts';
export type { AdjustmentLine, Failure, Report, Total } from './report.ts';
export type { NeededDecision, ReviewItem, Review } from './review.ts';
