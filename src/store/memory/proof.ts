import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ListedDay, ListedTransaction, ProofStore } from '../../domain/proof-store.ts';
import type { FencingToken, StoreError } from '../../domain/sync-store.ts';
import { takenOverError } from '../store-rules.ts';
import type { Memory } from './memory.ts';
import { isFenceValid } from './pages.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const memoryProof = (memory: Memory): ProofStore => {
  const {
    proof: { listed, states, proved },
    remote,
  } = memory;
  const fenced = (fence: FencingToken | undefined, write: () => void): TE.TaskEither<StoreError, void> =>
    TE.fromIOEither(() => {
      if (fence !== undefined && !isFenceValid(memory, fence)) return E.left(takenOverError(fence.storefront));
      write();
      return E.right(undefined);
    });
  const ofOwners = (owners: readonly string[]): readonly ListedTransaction[] =>
    [...listed.values()].filter(({ owner }) => owners.includes(owner));
  return {
    proofState: (name) => TE.fromIO(() => O.fromNullable(states.get(name))),
    findListed: (ids) => TE.fromIO(() => [...new Set(ids)].flatMap((id) => listed.get(id) ?? [])),
    saveListed: (transactions, state, fence) =>
      fenced(fence, () => {
        for (const one of transactions) listed.set(one.id, one);
        if (state !== null) states.set(state.name, state.json);
      }),
    forgetListed: (ids, fence) =>
      fenced(fence, () => {
        for (const id of ids) listed.delete(id);
      }),
    notReadSince: (night, place, limit) =>
      TE.fromIO(() =>
        [...listed.values()]
          .filter((one) => one.place >= place && one.night < night)
          .sort((a, b) => b.place - a.place)
          .slice(0, limit),
      ),
    listedOn: (owners, { from, to }) =>
      TE.fromIO(() =>
        ofOwners(owners)
          .filter(({ day }) => day === '' || (day >= from && day <= to))
          .flatMap(({ id, night, place }) => {
            const seen = remote.get(id);
            return seen === undefined ? [] : [{ id, night, place, name: seen.name, shown: seen.shown }];
          }),
      ),
    listedDays: (owners) =>
      TE.fromIO(() => {
        const days = new Map<string, ListedDay>();
        for (const { owner, day, hash } of ofOwners(owners)) {
          const { count, sum } = days.get(`${owner} ${day}`) ?? { count: 0, sum: 0 };
          days.set(`${owner} ${day}`, { owner, day, count: count + 1, sum: sum + hash });
        }
        return [...days.values()].sort((a, b) => byText(a.owner, b.owner) || byText(a.day, b.day));
      }),
    countListed: TE.fromIO(() => listed.size),
    provedDays: (storefront) =>
      TE.fromIO(() => [...(proved.get(storefront)?.values() ?? [])].sort((a, b) => byText(a.day, b.day))),
    saveProvedDays: (storefront, days) =>
      TE.fromIO(() => {
        const known = proved.get(storefront) ?? new Map<string, (typeof days)[number]>();
        for (const one of days) known.set(one.day, one);
        proved.set(storefront, known);
      }),
  };
};
