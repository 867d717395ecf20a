/** One row: what the processes that share an API key must know of each other. Times in milliseconds since 1970. */
export interface LaneRow {
  readonly one: number;
  readonly paused_until: number;
  /** When the next request may start that nobody has taken yet. */
  readonly next_turn: number;
}
