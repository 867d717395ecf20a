/** What speaks for the service's list, and what for asking by id. */
export interface ListOrAsk {
  /** Pages that are read before anything is known of the sales. */
  readonly atFirst: number;
  /** Transactions, so far, of which neither the record book nor the list knows anything: each would be one question by id. */
  readonly unknown: number;
  /** Whether something hangs on the list that no question by id can tell (see `needsWholeList`). */
  readonly isWholeNeeded: boolean;
}

/**
 * How many pages of the service's list a run may have read. Neither the length of the list nor the number of sales is known
 * beforehand, so neither has to be: one page for each question that would be asked by id instead. If the list ends first, it
 * has cost no more than asking and nothing more is asked; if the sales end first, list and questions together have cost
 * twice the questions. So it is never more than twice the better way, but for the pages at first. Pure.
 *
 * @example
 * pagesWorthWalking({ atFirst: 100, unknown: 300, isWholeNeeded: false }) // 300
 */
export const pagesWorthWalking = ({ atFirst, unknown, isWholeNeeded }: ListOrAsk): number =>
  isWholeNeeded ? Number.POSITIVE_INFINITY : Math.max(atFirst, unknown);
