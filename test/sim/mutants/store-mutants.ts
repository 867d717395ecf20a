import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  Checkpoint,
  PageLookup,
  PageCommit,
  RemoteTransaction,
  SyncStore,
  Submission,
} from '../../../src/domain/sync-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { Mutant } from './mutant.ts';

const committing =
  (change: (page: PageCommit) => PageCommit) =>
  (book: SyncStore): SyncStore => ({ ...book, commitPage: (page, at) => book.commitPage(change(page), at) });

const ofEntries = (change: (entries: readonly ReportLine[]) => readonly ReportLine[]): Mutant['alter'] => ({
  store: committing((page) => ({ ...page, lines: change(page.lines) })),
});

const looking =
  (change: (known: PageLookup) => PageLookup) =>
  (book: SyncStore): SyncStore => ({
    ...book,
    lookUpTransactions: (...all) => TE.map(change)(book.lookUpTransactions(...all)),
  });

const isBegun = ({ cursor, done }: Checkpoint): Checkpoint => ({ cursor, done: done || O.isSome(cursor) });

const presentOf = ({ id, status }: Submission): readonly (readonly [string, RemoteTransaction])[] =>
  status === 'confirmed' ? [[id, { id, name: null, shown: null }]] : [];

/** Mistakes in what is remembered, and when. */
export const bookMutants: readonly Mutant[] = [
  {
    name: 'the checkpoint comes before its page',
    alter: {
      store: (book) => ({
        ...book,
        commitPage: (page, at) => async () => {
          const { runId, storefront, checkpoint } = page;
          const ahead = await book.commitPage(
            { runId, storefront, checkpoint, lines: [], references: [], settledIntents: [] },
            at,
          )();
          return E.isLeft(ahead) ? ahead : book.commitPage({ ...page, checkpoint: null }, at)();
        },
      }),
    },
    foundBy: ['report does not add up', 'lost', 'never settled'],
  },
  {
    name: 'a window that was begun counts as read',
    alter: {
      store: (book) => ({
        ...book,
        readCheckpoint: (...all) => TE.map(isBegun)(book.readCheckpoint(...all)),
      }),
    },
    foundBy: ['report does not add up', 'lost', 'never settled'],
  },
  {
    name: 'what was sent is not compared with what is sold now',
    alter: {
      store: looking((known) => ({
        ...known,
        submissions: new Map([...known.submissions].filter(([, { status }]) => status !== 'confirmed')),
        remoteById: new Map([...known.remoteById, ...[...known.submissions.values()].flatMap(presentOf)]),
      })),
    },
    foundBy: ['silent drift'],
  },
  {
    name: 'what was given up counts as sent',
    alter: ofEntries((entries) =>
      entries.map((entry) =>
        entry.reason === 'no definitive response' ? { ...entry, outcome: 'succeeded', reason: null } : entry,
      ),
    ),
    foundBy: ['false success'],
  },
  {
    name: 'failures are left out of the report',
    alter: ofEntries((entries) => entries.filter(({ outcome }) => outcome !== 'failed')),
    foundBy: ['report does not add up', 'never settled'],
  },
  {
    name: 'what is set aside is left out of the report',
    alter: ofEntries((entries) => entries.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'held')),
    foundBy: ['report does not add up'],
  },
  {
    name: 'the report counts a sale twice',
    alter: ofEntries((entries) =>
      entries.flatMap((entry) =>
        entry.outcome === 'succeeded' ? [entry, { ...entry, id: `${entry.id}:again` }] : [entry],
      ),
    ),
    foundBy: ['report does not add up', 'false success'],
  },
  {
    name: 'drift is not noted',
    alter: ofEntries((entries) =>
      entries.map((entry) => ({ ...entry, adjustments: entry.adjustments.filter(({ kind }) => kind !== 'drift') })),
    ),
    foundBy: ['silent drift'],
  },
  {
    name: 'nothing is ever settled in the book',
    alter: { store: committing((page) => ({ ...page, settledIntents: [] })) },
    foundBy: ['never settled'],
  },
  {
    name: 'a person stands in the report',
    alter: ofEntries((entries) =>
      entries.map((entry) => ({ ...entry, message: entry.message ?? 'to 1 CANARY_ADDR Street' })),
    ),
    foundBy: ['personal data seen'],
  },
  {
    name: 'the frozen body is not kept',
    alter: {
      store: looking((known) => ({
        ...known,
        submissions: new Map([...known.submissions].map(([id, submission]) => [id, { ...submission, body: null }])),
      })),
    },
    foundBy: ['sent otherwise'],
  },
  {
    name: 'windows side by side share a checkpoint',
    alter: {
      store: (book) => ({
        ...book,
        readCheckpoint: (runId, storefront) => book.readCheckpoint(runId, storefront, 'window'),
        commitPage: (page, at) =>
          book.commitPage(
            { ...page, checkpoint: page.checkpoint === null ? null : { ...page.checkpoint, window: 'window' } },
            at,
          ),
      }),
    },
    foundBy: ['report does not add up', 'lost', 'never settled'],
  },
  {
    name: 'a run that was interrupted counts as finished',
    alter: {
      store: (book) => ({
        ...book,
        closeRun: (runId, status, at) => book.closeRun(runId, status === 'paused' ? 'finished' : status, at),
      }),
    },
    foundBy: ['report does not add up', 'lost', 'never settled'],
  },
  {
    name: 'what the list has under our id is not compared',
    alter: {
      store: (book) => ({
        ...book,
        lookUpTransactions: (runId, wanted) =>
          TE.map((known: PageLookup): PageLookup => {
            const named = wanted.filter(({ id }) => known.remoteById.has(id));
            return { ...known, remoteById: new Map(named.map(({ id, name }) => [id, { id, name, shown: null }])) };
          })(book.lookUpTransactions(runId, wanted)),
      }),
    },
    foundBy: ['silent difference'],
  },
  {
    name: 'the storefront stays taken when its process has died',
    alter: {
      store: (book) => ({
        ...book,
        acquireLease: (storefront, owner, times) =>
          book.acquireLease(storefront, owner, { ...times, until: times.until + 7 * 86_400_000 }, () => false),
      }),
    },
    foundBy: ['never settled'],
  },
];
