/** A request that started. */
export interface Started {
  /** Milliseconds on the clock of whoever let it in. */
  readonly at: number;
  /** Whether no place was free after it. */
  readonly isLast: boolean;
}
