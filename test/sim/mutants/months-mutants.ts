import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { Page, SourceConnector, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import type { Mutant } from './mutant.ts';
import { ofSales } from './of-sales.ts';

/*
 * Mistakes about sales that go on living: a change is not read, what was undone is not compared, a first part hides what was added, and
 * proofs that look at too little.
 */

const upToIn = (checkpoint: string): Instant => (JSON.parse(checkpoint) as { readonly upTo: Instant }).upTo;

const onWindows =
  (keep: (window: Window) => boolean) =>
  (connector: SourceConnector): SourceConnector => ({
    ...connector,
    changes: (...asked) => TE.map((windows: readonly Window[]) => windows.filter(keep))(connector.changes(...asked)),
  });

const readsNoChanges = (connector: SourceConnector): SourceConnector => ({
  ...connector,
  changes: () => TE.right([]),
});

/** A changed sale is left out unless a range had sent it. */
const leavesOutNeverSent = (connector: SourceConnector): SourceConnector => {
  const sent = new Set<string>();
  const isSent = (result: SourceResult): boolean => E.isRight(result) && sent.has(result.right.identity.recordId);
  return {
    ...connector,
    readPage: (window, from) =>
      TE.map(({ results, next }: Page) => {
        if (window.kind === 'changed') return { results: results.filter(isSent), next };
        for (const result of results)
          if (E.isRight(result) && result.right.payment === 'paid') sent.add(result.right.identity.recordId);
        return { results, next };
      })(connector.readPage(window, from)),
  };
};

/** A cache that is never emptied. */
const remembersRefunds = (): ((sale: Sale) => Sale) => {
  const seen = new Map<string, Sale['refunds']>();
  return (sale) => {
    const key = `${sale.identity.account} ${sale.identity.recordId} ${sale.occurredAt}`;
    const before = seen.get(key) ?? [];
    const refunds = [...sale.refunds, ...before.filter(({ id }) => !sale.refunds.some((one) => one.id === id))];
    seen.set(key, refunds);
    return { ...sale, refunds };
  };
};

const toEndOfMonth = (connector: SourceConnector): SourceConnector => ({
  ...connector,
  changes: ({ start, end }, ...others) => {
    const month = new Date(Date.parse(start) + 30 * 86_400_000).toISOString();
    return connector.changes({ start, end: month < end ? month : end }, ...others);
  },
});

/** A connector for proofs alone, that changes what changed windows show. */
const inProofs = (change: (sale: Sale) => Sale, alsoAlone: boolean): Mutant['alter'] => ({
  proven: (connector) => {
    const changed: (result: SourceResult) => SourceResult = E.map(change);
    return {
      ...connector,
      readPage: (window, from) =>
        TE.map(({ results, next }: Page) => ({
          next,
          results: window.kind === 'changed' ? results.map(changed) : results,
        }))(connector.readPage(window, from)),
      readRecord: (id) => (alsoAlone ? TE.map(O.map(changed))(connector.readRecord(id)) : connector.readRecord(id)),
    };
  },
});

const lists = ['refunds', 'disputes', 'credit notes', 'older invoices', 'older payments'];

const wrongSum = ['wrong sum', 'false proof'] as const;

/** Those about months, whose worlds alone can show them. */
export const monthsMutants: readonly Mutant[] = (
  [
    { name: 'a sync of a range reads no changes', alter: { connector: readsNoChanges }, foundBy: wrongSum },
    {
      name: 'the mark is set with the plan of a reading',
      alter: {
        store: (book) => ({
          ...book,
          commitPage: (page, ...others) => {
            const next = page.checkpoint?.window === 'changes of storefront' ? page.checkpoint.next : O.none;
            return book.commitPage(O.isSome(next) ? { ...page, changesReadUpTo: upToIn(next.value) } : page, ...others);
          },
        }),
      },
      foundBy: wrongSum,
    },
    {
      name: 'the change of a sale that was never sent is left out',
      alter: { connector: leavesOutNeverSent },
      foundBy: wrongSum,
    },
    ...lists.map((list) => ({
      name: `Stripe's ${list} are not read`,
      alter: { connector: onWindows(({ key }) => !key.startsWith(`changed:${list} `)) },
      worlds: 'months of Stripe' as const,
      foundBy: wrongSum,
    })),
    {
      name: 'what was sent of a record is not compared with it',
      alter: { store: (book) => ({ ...book, findSentUnder: () => TE.right(new Map()) }) },
      foundBy: wrongSum,
    },
    { name: 'a refund is remembered that was taken back', alter: ofSales(remembersRefunds()), foundBy: wrongSum },
    {
      name: 'an offset is sent twice',
      alter: {
        service: (service) => ({
          ...service,
          push: (body, begin) => async () => {
            const reply = await service.push(body, begin)();
            const again = body
              .replace(/"id":"([^"]*:undone:[^"]*)"/, '"id":"$1-2"')
              .replace(/"name":"([^"]* undone [^"]*)"/, '"name":"$1-2"');
            if (reply._tag === 'Accepted' && again !== body) await service.push(again, begin)();
            return reply;
          },
        }),
      },
      foundBy: wrongSum,
    },
    {
      name: 'a first part that is no sale hides what was added',
      alter: ofSales((sale) =>
        sale.lines.every(({ kind }) => kind === 'gift card') ? { ...sale, amendments: [] } : sale,
      ),
      foundBy: wrongSum,
    },
    { name: 'a proof reads no changes', alter: { proven: readsNoChanges }, foundBy: ['false proof'] },
    {
      name: 'a proof reads changes to the end of the month, where later ones hide them',
      alter: { proven: toEndOfMonth },
      foundBy: ['false proof', 'report does not add up'],
    },
    {
      name: 'a proof takes every sale for paid on its own day',
      alter: inProofs((sale) => ({ ...sale, madeAt: sale.occurredAt, paidAt: [sale.occurredAt] }), false),
      foundBy: ['false proof'],
    },
    {
      name: 'a proof does not follow refunds and edits',
      alter: inProofs((sale) => ({ ...sale, refunds: [], amendments: [] }), true),
      foundBy: ['false proof', 'report does not add up'],
    },
    {
      name: 'a proof remembers refunds that were taken back',
      alter: inProofs(remembersRefunds(), true),
      foundBy: ['false proof', 'report does not add up'],
    },
  ] satisfies readonly Mutant[]
).map((mutant: Mutant) => ({ worlds: 'months', ...mutant }));
