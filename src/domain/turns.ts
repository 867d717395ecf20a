/** Lets the host's own requests run between two pieces of our work, because both share one event loop. */

/**
 * Milliseconds of work after which others of this process come first. Long compared with the turn itself, a few microseconds;
 * short compared with the tenth of a second that a person notices, even if one more unit of work is added. Tests with a
 * virtual clock, on which work takes no time, give no turns.
 */
export const turnBudget = { milliseconds: 10 };

/** False under a virtual clock, on which work takes no time. */
export const areTurnsGiven = (): boolean => Number.isFinite(turnBudget.milliseconds);

/**
 * Lets others of this process go first when the work of this turn of the event loop has lasted for a while; else it resolves at
 * once. `await` alone gives no turn: what SQLite answers is there already.
 *
 * @example
 * for (const part of parts) {
 *   await yieldWhenLong();
 *   add(part);
 * }
 */
export const yieldWhenLong = (): Promise<void> | undefined => (isTurnUsed() ? untilTurn() : undefined);

/** Few enough that the work on a piece is short, and so many that a turn between two costs nothing. */
const pieceLength = 100;

/** A list in pieces, with turns for others between them. */
export async function* piecesInTurns<A>(all: readonly A[]): AsyncGenerator<readonly A[]> {
  for (let start = 0; start < all.length; start += pieceLength) {
    await yieldWhenLong();
    yield all.slice(start, start + pieceLength);
  }
}

/** When the work of this turn of the event loop was first timed. One value for the whole process, which has one loop. */
let begunAt: number | undefined;

/** Whether this turn of the event loop has used up the budget. Ask it between two small units of work. */
const isTurnUsed = (): boolean => {
  const now = performance.now();
  if (begunAt !== undefined) return now - begunAt >= turnBudget.milliseconds;
  begunAt = now;
  setImmediate(() => {
    begunAt = undefined;
  });
  return false;
};

const untilTurn = async (): Promise<void> => {
  // The first of many that wait may use the whole turn.
  do await nextTurn();
  while (isTurnUsed());
};

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
