import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../../src/core/inbox.ts';
import type { Known, RecordBook, SavedIntents } from '../../../src/core/record-book.ts';
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

const withoutErased = (book: RecordBook, { clock }: Tools): RecordBook => {
  const isErased = (id: string): boolean => id.split(':').some((part) => erasedBy.get(clock)?.has(part) === true);
  const left = <A>(rows: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
    new Map([...rows].filter(([id]) => !isErased(id)));
  const leftOf = (known: Known): Known => ({
    ...known,
    sendings: left(known.sendings),
    presentIds: left(known.presentIds),
    presentNames: new Map([...known.presentNames].filter(([name]) => !isErased(name.replace(/^.* /, '')))),
    settledInRun: left(known.settledInRun),
  });
  const newOf = (saved: SavedIntents): SavedIntents => ({ ...saved, earlier: left(saved.earlier) });
  return {
    ...book,
    lookUp: (...all) => TE.map(leftOf)(book.lookUp(...all)),
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
    name: 'an erasure frees the id, so that it is sent anew',
    alter: { inbox: noting, book: withoutErased },
    foundBy: ['sent again'],
  },
];
