import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AccountFacts, CountedSpan } from '../../domain/account-facts.ts';
import type { Inbox } from '../../domain/inbox.ts';
import { memoryDecisions } from './decisions.ts';
import type { Memory } from './memory.ts';

const spanOf = (storefront: string, memory: Memory): CountedSpan => {
  const days = [...memory.dailyCounts.values()].filter((one) => one.storefront === storefront);
  const sorted = days.map(({ day }) => day).sort();
  return {
    ...{ storefront, first: sorted[0] ?? '', last: sorted.at(-1) ?? '', days: days.length },
    incomplete: days.filter(({ missing }) => missing > 0).length,
    missing: days.reduce((all, one) => all + one.missing, 0),
    differing: days.reduce((all, one) => all + one.differing, 0),
  };
};

const factsOf = async (account: string, memory: Memory, now: string): Promise<AccountFacts> => {
  const runs = [...memory.runs.values()].filter(({ kind, dryRun }) => kind !== 'live' && !dryRun);
  const storefronts = [...new Set([...memory.matters.values()].map(({ storefront }) => storefront))];
  const groups = await memoryDecisions(memory).matterGroups({ storefronts, state: 'open', now })();
  return {
    matters: groups._tag === 'Left' ? [] : groups.right.map((one) => ({ ...one, account })),
    counted: [...new Set([...memory.dailyCounts.values()].map(({ storefront }) => storefront))].map((storefront) =>
      spanOf(storefront, memory),
    ),
    runs: runs.map(({ id, storefronts: named, range, startedAt, finishedAt }) => ({
      ...{ account, storefronts: named, range, at: finishedAt ?? startedAt },
      isSignedOff: memory.signOffs.some(({ runId }) => runId === id),
    })),
    closedMonths: [...memory.closedPeriods.keys()].map((month) => ({ account, month })),
    caughtUp: [],
  };
};

export const memoryAccountFacts = (memory: Memory): Pick<Inbox, 'accountFacts' | 'countedDays'> => ({
  accountFacts: (now) =>
    TE.fromTask(async () => {
      const all: AccountFacts[] = [];
      for (const [account, one] of memory.accounts) all.push(await factsOf(account, one, now));
      return {
        matters: all.flatMap(({ matters }) => matters),
        counted: all.flatMap(({ counted }) => counted),
        runs: all.flatMap(({ runs }) => runs),
        closedMonths: all.flatMap(({ closedMonths }) => closedMonths),
        caughtUp: [...memory.caughtUpTo].map(([storefront, at]) => ({ storefront, at })),
      };
    }),

  countedDays: (storefronts) =>
    TE.fromIO(() =>
      [...memory.accounts.values()]
        .flatMap(({ dailyCounts }) => [...dailyCounts.values()])
        .filter(({ storefront }) => storefronts.includes(storefront))
        .map(({ storefront, day, missing }) => ({ storefront, day, missing })),
    ),
});
