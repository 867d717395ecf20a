import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { StoreError, PageCommit, SyncStore } from '../../domain/sync-store.ts';
import type { Stop } from '../progress.ts';

/** `open`: not at its end; `read`: read to its end; else why it came to an end before its time. */
export type StorefrontEnd = 'open' | 'read' | Stop;

/** The checkpoint that says how a storefront of a run ended; no window of a connector is called so. */
const name = 'end of storefront';

const cause = t.union([t.literal('credentials'), t.literal('address'), t.literal('no answer'), t.literal('refused')]);
const Reason = t.readonly(t.type({ who: t.string, cause, message: t.string }));

const cursorOf = (end: StorefrontEnd): O.Option<string> => {
  if (end === 'read') return O.none;
  return O.some(end === 'open' ? '' : JSON.stringify(Reason.encode(end)));
};

/** The commit that notes how a storefront of a run ended. Pure. */
export const storefrontEnded = (runId: string, storefront: string, end: StorefrontEnd): PageCommit => ({
  runId,
  storefront,
  checkpoint: { window: name, next: cursorOf(end) },
  lines: [],
  references: [],
  settledIntents: [],
});

/** How a storefront of a run ended, if it did. */
export const storefrontEnd = async (
  book: Pick<SyncStore, 'readCheckpoint'>,
  runId: string,
  storefront: string,
): Promise<E.Either<StoreError, StorefrontEnd>> => {
  const checkpoint = await book.readCheckpoint(runId, storefront, name)();
  if (E.isLeft(checkpoint)) return checkpoint;
  const { cursor, done } = checkpoint.right;
  if (done) return E.right('read');
  return E.right(
    pipe(
      cursor,
      O.chain((text) => O.fromEither(J.parse(text))),
      O.filter(Reason.is),
      O.getOrElse((): StorefrontEnd => 'open'),
    ),
  );
};
