import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Session } from '../session.ts';

/** The checkpoint that says when a run began or was resumed at a storefront; no window of a connector is called so. */
const name = 'begin of storefront';

type Begun = Pick<Session, 'book' | 'run'>;

/** Notes that a run begins or is resumed at a storefront now. */
export const beginStorefront = async (
  { book, run, ports }: Begun & { readonly ports: Pick<Session['ports'], 'clock'> },
  storefront: string,
): Promise<E.Either<StoreError, void>> => {
  const at = instantOfMilliseconds(ports.clock.now());
  const checkpoint = { window: name, next: O.some(at) };
  return book.commitPage(
    { runId: run.id, storefront, checkpoint, lines: [], references: [], settledIntents: [] },
    at,
  )();
};

/**
 * When a run began or was last resumed at a storefront, by the clock of the process that noted it: it tells one beginning from
 * another, and is no measure of time.
 */
export const beginOf = async ({ book, run }: Begun, storefront: string): Promise<E.Either<StoreError, Instant>> =>
  pipe(
    await book.readCheckpoint(run.id, storefront, name)(),
    E.map(({ cursor }) => O.getOrElse(() => run.startedAt)(cursor)),
  );
