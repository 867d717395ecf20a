import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { PageLookup, SyncStore, SavedIntents } from '../../../src/domain/sync-store.ts';
import type { Tools } from '../app/alterations.ts';
import type { Mutant } from './mutant.ts';

const erasing = (erase: Pick<Inbox, 'eraseRecords' | 'eraseStorefront'>): Mutant['alter'] => ({
  inbox: (inbox) => ({ ...inbox, ...erase }),
});

/** By process: the records that it has erased. */
const erasedBy = new WeakMap<Tools['clock'], Set<string>>();

const noting = (inbox: Inbox, { clock }: Tools): Inbox => {
  const erased = new Set<string>();
  erasedBy.set(clock, erased);
  return {
    ...inbox,
    eraseRecords: (storefront, ids) => {
      for (const id of ids) erased.add(id);
      return inbox.eraseRecords(storefront, ids);
    },
  };
};

const withoutErased = (book: SyncStore, { clock }: Tools): SyncStore => {
  const isErased = (id: string): boolean => id.split(':').some((part) => erasedBy.get(clock)?.has(part) === true);
  const left = <A>(rows: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
    new Map([...rows].filter(([id]) => !isErased(id)));
  const leftOf = (known: PageLookup): PageLookup => ({
    ...known,
    submissions: left(known.submissions),
    remoteById: left(known.remoteById),
    remoteByName: new Map([...known.remoteByName].filter(([name]) => !isErased(name.replace(/^.* /, '')))),
    settledInRun: left(known.settledInRun),
  });
  const newOf = (saved: SavedIntents): SavedIntents => ({ ...saved, existing: left(saved.existing) });
  return {
    ...book,
    lookUpTransactions: (...all) => TE.map(leftOf)(book.lookUpTransactions(...all)),
    saveIntents: (...all) => TE.map(newOf)(book.saveIntents(...all)),
  };
};

/** Mistakes in what a person wants forgotten. */
export const erasureMutants: readonly Mutant[] = [
  {
    name: 'an erasure is answered and leaves the frozen bodies',
    alter: erasing({ eraseRecords: () => TE.right(0), eraseStorefront: () => TE.right(0) }),
    foundBy: ['personal data seen'],
  },
  {
    name: 'an erasure is carried out after it was answered',
    alter: {
      inbox: (inbox, { clock }) => ({
        ...inbox,
        eraseRecords: (storefront, ids) => async () => {
          void clock
            .sleep(60_000)()
            .then(() => inbox.eraseRecords(storefront, ids)());
          return TE.right<never, number>(0)();
        },
      }),
    },
    foundBy: ['personal data seen'],
  },
  {
    name: 'an erasure frees the id, so that it is sent again',
    alter: { inbox: noting, store: withoutErased },
    foundBy: ['sent again'],
  },
];
