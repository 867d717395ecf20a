import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError, Known } from '../../core/record-book.ts';
import type { Movement, RunEntry } from '../../core/run.ts';
import { skipped } from '../../core/set-aside.ts';
import { setAsideEntry } from '../entry/to-run-entry.ts';
import type { LiveStorefront } from './live-storefront.ts';

/** What the record book knows of whether the service was told of a transaction; a push without an answer may have arrived. */
type Told = 'told' | 'in doubt' | 'never told';

const toldOf = ({ sendings, presentIds }: Pick<Known, 'sendings' | 'presentIds'>, id: string): Told => {
  const status = sendings.get(id)?.status;
  if (presentIds.has(id) || status === 'confirmed') return 'told';
  return status === 'intent' ? 'in doubt' : 'never told';
};

const stays = 'What was told stays as it is; correct it at the service if it has to change.';

const says: Readonly<Record<Told, string>> = {
  told: `The platform has no such record any more, and the service was told of it. ${stays}`,
  'in doubt':
    'The platform has no such record any more, and a push of it got no clear answer. Look for its id at the service: if it is there, it counts.',
  'never told': 'The platform has no such record any more, and the service was never told of it.',
};

const deletion = ({ currency, total, taxCollected }: NonNullable<RunEntry['amounts']>, at: Instant): Movement => ({
  kind: 'deletion',
  id: 'deletion',
  occurredAt: at,
  currency,
  amount: -total,
  tax: -taxCollected,
  sent: false,
  message: `The platform has no such record any more. ${stays}`,
});

/** Once is enough, however often it is looked at. */
const withDeletion = (entry: RunEntry, at: Instant): RunEntry =>
  entry.amounts === null || entry.movements.some(({ kind }) => kind === 'deletion')
    ? entry
    : { ...entry, movements: [...entry.movements, deletion(entry.amounts, at)] };

/** The entry of a deleted record: a transaction that was told keeps its line, and the deletion stands beside it. Pure. */
export const deletedEntry = (
  { storefront, id, sourceId }: Pick<RunEntry, 'storefront' | 'id' | 'sourceId'>,
  before: RunEntry | undefined,
  told: Told,
  at: Instant,
): RunEntry => {
  const isInService = before?.outcome === 'succeeded' || before?.outcome === 'alreadyPresent';
  if (before !== undefined && isInService) return withDeletion(before, at);
  const name = before?.name ?? sourceId;
  return setAsideEntry(
    storefront,
    { id, kind: 'sale', sourceId },
    skipped({ sourceId, name }, 'deleted at source', says[told]),
  );
};

/** Notes that the platform has no record of that id any more. Nothing is changed at the service. */
export const noteDeletion =
  ({ ports, book, run, prepare }: LiveStorefront) =>
  async (sourceId: string): Promise<E.Either<BookError, readonly RunEntry[]>> => {
    const { storefront, platform, account } = prepare;
    const id = `${platform}:${account}:${sourceId}`;
    const known = await book.lookUp(run.id, [{ id, name: '' }])();
    if (E.isLeft(known)) return known;
    const before = await book.entries(run.id, { id }, { after: O.none, limit: 1 })();
    if (E.isLeft(before)) return before;
    const at = instantOfMilliseconds(ports.clock.now());
    const entry = deletedEntry({ storefront, id, sourceId }, before.right.entries[0], toldOf(known.right, id), at);
    const committed = await book.commitPage(
      { runId: run.id, storefront, checkpoint: null, entries: [entry], references: [], settled: [] },
      at,
    )();
    return E.isLeft(committed) ? committed : E.right([entry]);
  };
