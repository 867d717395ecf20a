import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Account, SourceResult, Page, SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import type { Mutant } from './mutant.ts';

const onPages =
  (change: (page: Page, window: Window) => E.Either<SourceError, Page>) =>
  (connector: SourceConnector): SourceConnector => ({
    ...connector,
    readPage: (window, from) =>
      TE.flatMapEither((page: Page) => change(page, window))(connector.readPage(window, from)),
  });

const moved = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString().replace('.000', '');

const onWindows =
  (change: (window: Window, index: number, all: readonly Window[]) => Window) =>
  (connector: SourceConnector): SourceConnector => ({
    ...connector,
    windows: (range) => TE.map((all: readonly Window[]) => all.map(change))(connector.windows(range)),
  });

const timeOf = (entry: SourceResult | undefined): string =>
  entry !== undefined && E.isRight(entry) ? entry.right.occurredAt : '';

const isPoison = (entry: SourceResult): boolean => E.isLeft(entry) && entry.left.reason === 'unreadable record';

/** A page goes on behind the last second of the one before, as if no two sales could share it. */
const strictly = (connector: SourceConnector): SourceConnector => {
  const last = new Map<string, string>();
  return onPages((page, { key }) => {
    const before = last.get(key);
    last.set(key, timeOf(page.results.at(-1)));
    return E.right({
      ...page,
      results: page.results.filter((entry) => before === undefined || timeOf(entry) !== before),
    });
  })(connector);
};

/** The first answer about a record is kept for ever. */
const remembering = (connector: SourceConnector): SourceConnector => {
  const known = new Map<string, O.Option<SourceResult>>();
  const keep = (id: string, entry: O.Option<SourceResult>): O.Option<SourceResult> => {
    const before = known.get(id);
    if (before === undefined) known.set(id, entry);
    return before ?? entry;
  };
  return {
    ...connector,
    changes: () => TE.right([]),
    readRecord: (id) => TE.map((entry: O.Option<SourceResult>) => keep(id, entry))(connector.readRecord(id)),
  };
};

/** Mistakes in how the platforms are read. */
export const readingMutants: readonly Mutant[] = [
  {
    name: 'a record that cannot be read stops its page',
    alter: {
      connector: onPages((page) =>
        page.results.some(isPoison) ? E.left({ _tag: 'SourceRefused', message: 'cannot be read' }) : E.right(page),
      ),
    },
    foundBy: ['never settled', 'lost'],
  },
  {
    name: 'a record that cannot be read is dropped',
    alter: {
      connector: onPages((page) => E.right({ ...page, results: page.results.filter((one) => !isPoison(one)) })),
    },
    foundBy: ['report does not add up'],
  },
  {
    name: 'two sales of one second are one',
    alter: { connector: strictly },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'a short page is the last one',
    alter: { connector: onPages((page) => E.right(page.results.length < 3 ? { ...page, next: O.none } : page)) },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'the last day ends a minute early',
    alter: {
      connector: onWindows((window, index, all) =>
        index === all.length - 1 || window.key.includes('03-31')
          ? { ...window, end: moved(window.end, -60_000) }
          : window,
      ),
    },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'days are those of another time zone',
    alter: { connector: onWindows((window) => ({ ...window, start: moved(window.start, 3_600_000) })) },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'catch-up does not look back',
    alter: {
      connector: (connector) => ({
        ...connector,
        changes: ({ start, end }) => connector.changes({ start: moved(start, 600_000), end }),
      }),
    },
    foundBy: ['lost', 'silent drift', 'never settled'],
  },
  {
    name: 'catch-up never runs',
    alter: { connector: (connector) => ({ ...connector, changes: () => TE.right([]) }) },
    foundBy: ['lost', 'silent drift', 'never settled'],
  },
  {
    name: 'what was read once is never read again',
    alter: { connector: remembering },
    foundBy: ['lost', 'silent drift', 'never settled'],
  },
  {
    name: 'the seam between two windows is left out',
    alter: {
      connector: onWindows((window, index) => (index === 0 ? { ...window, end: moved(window.end, -1_000) } : window)),
    },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'all storefronts keep the days of New York',
    alter: {
      connector: (connector) => ({
        ...connector,
        account: TE.map((account: Account) => ({ ...account, timeZone: 'America/New_York' }))(connector.account),
      }),
    },
    foundBy: ['lost', 'report does not add up'],
  },
];
