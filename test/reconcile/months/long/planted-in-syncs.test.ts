import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from '../../../../src/domain/instant.ts';
import type { SourceConnector, SourceResult, Window } from '../../../../src/mapping/source-connector.ts';
import type { SyncPorts } from '../../../../src/pipeline/ports.ts';
import { withConnectors } from '../a-months-world.ts';
import { checkLives, Wrong } from '../check-lives.ts';
import type { HistorySale } from '../history.ts';

type Bug = (ports: SyncPorts) => SyncPorts;

const upToIn = (checkpoint: string): Instant => (JSON.parse(checkpoint) as { readonly upTo: Instant }).upTo;

/** The mark is set with the plan of a reading, also of a dry run. */
const marksTooEarly: Bug = (ports) => ({
  ...ports,
  store: {
    ...ports.store,
    commitPage: (page, ...others) => {
      const next = page.checkpoint?.window === 'changes of storefront' ? page.checkpoint.next : O.none;
      return ports.store.commitPage(
        O.isSome(next) ? { ...page, changesReadUpTo: upToIn(next.value) } : page,
        ...others,
      );
    },
  },
});

/** A changed sale is left out unless a range had sent it. */
const leavesOutNeverSent = (connector: SourceConnector): SourceConnector => {
  const sent = new Set<string>();
  const isSent = (result: SourceResult): boolean => E.isRight(result) && sent.has(result.right.identity.recordId);
  return {
    ...connector,
    readPage: (window, from) =>
      TE.map(({ results, next }: { readonly results: readonly SourceResult[]; readonly next: O.Option<string> }) => {
        if (window.kind === 'changed') return { results: results.filter(isSent), next };
        for (const result of results)
          if (E.isRight(result) && result.right.payment === 'paid') sent.add(result.right.identity.recordId);
        return { results, next };
      })(connector.readPage(window, from)),
  };
};

/** Leaves out the windows of one of Stripe's lists. */
const leavesOutList =
  (list: string) =>
  (connector: SourceConnector): SourceConnector => ({
    ...connector,
    changes: (...asked) =>
      TE.map((windows: readonly Window[]) => windows.filter(({ key }) => !key.startsWith(`changed:${list} `)))(
        connector.changes(...asked),
      ),
  });

const both = ['shopify', 'stripe'] as const;

const lists = ['refunds', 'disputes', 'credit notes', 'older invoices', 'older payments'];

const bugs: readonly (readonly [string, readonly HistorySale['platform'][], Bug])[] = [
  ['sets its mark too early', both, marksTooEarly],
  ['reads no changes', both, withConnectors((connector) => ({ ...connector, changes: () => TE.right([]) }))],
  ['leaves out the change of a sale that was never sent', both, withConnectors(leavesOutNeverSent)],
  ...lists.map(
    (list) => [`does not read Stripe's ${list}`, ['stripe'] as const, withConnectors(leavesOutList(list))] as const,
  ),
];

/** Lives through histories until the service holds something else than is right. */
const isFound = async (platform: HistorySale['platform'], bug: Bug): Promise<boolean> => {
  for (const seed of [1, 2, 3, 4, 5]) {
    try {
      await checkLives(seed, platform, 'monthly', bug);
    } catch (thrown) {
      if (thrown instanceof Wrong) return true;
      throw thrown;
    }
  }
  return false;
};

describe('a bug that is planted into a monthly sync', () => {
  it.each(bugs.flatMap(([name, platforms, bug]) => platforms.map((platform) => [name, platform, bug] as const)))(
    'is found: it %s (%s)',
    async (_, platform, bug) => {
      expect(await isFound(platform, bug)).toBe(true);
    },
    120_000,
  );
});
