import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Bell, BellAnswer, Inbox } from '../../core/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../core/instant.ts';
import { longestPutOff } from '../../core/longest-put-off.ts';
import { mostSkew } from '../../core/most-skew.ts';
import { isLeased } from '../is-leased.ts';
import type { Memory, RungBell } from './memory.ts';

export const bellKey = (storefront: string, recordId: string): string => JSON.stringify([storefront, recordId]);

/** Rings for a record. A bell that waits keeps its place and its pause; a parked one begins anew. */
export const ringBell = (
  { bells }: Memory,
  storefront: string,
  recordId: string,
  { isDeletion, at }: { readonly isDeletion: boolean; readonly at: number },
): void => {
  const key = bellKey(storefront, recordId);
  const before = bells.get(key);
  const begins = before === undefined || before.isParked;
  bells.set(key, {
    storefront,
    recordId,
    isDeletion: isDeletion || before?.isDeletion === true,
    rings: (before?.rings ?? 0) + 1,
    attempts: begins ? 0 : before.attempts,
    firstRungAt: begins ? instantOfMilliseconds(at) : before.firstRungAt,
    isParked: false,
    dueAt: begins ? at : before.dueAt,
    claim: before?.claim ?? null,
  });
};

const toBell = ({ storefront, recordId, isDeletion, rings, attempts, firstRungAt }: RungBell): Bell => ({
  storefront,
  recordId,
  isDeletion,
  rings,
  attempts,
  firstRungAt,
});

/** The bell after an answer; undefined when it is settled for good. */
const answered = (now: RungBell, bell: Bell, word: BellAnswer): RungBell | undefined => {
  const isSame = now.rings === bell.rings;
  const free: RungBell = { ...now, claim: null };
  switch (word._tag) {
    case 'Settled':
      return isSame ? undefined : { ...free, attempts: 0 };
    case 'Later':
      return { ...free, attempts: bell.attempts + 1, dueAt: word.at };
    case 'Released':
      return free;
    case 'Parked':
      return isSame ? { ...free, isParked: true } : { ...free, attempts: 0 };
  }
};

const isBefore = (a: RungBell, b: RungBell): number => a.dueAt - b.dueAt || (a.recordId < b.recordId ? -1 : 1);

export const bells = (memory: Memory): Pick<Inbox, 'ring' | 'claim' | 'answer' | 'state'> => ({
  ring: (storefront, recordIds, at) =>
    TE.fromIO(() => {
      for (const recordId of new Set(recordIds)) {
        ringBell(memory, storefront, recordId, { isDeletion: false, at: millisecondsOf(at) });
      }
    }),

  claim: (storefront, { now, until, owner, limit }) =>
    TE.fromIO(() => {
      const free = [...memory.bells.values()]
        .filter((bell) => bell.storefront === storefront && !bell.isParked)
        .filter(({ claim }) => claim === null || !isLeased(claim.until, { now, until }))
        .sort(isBefore);
      const inTime = free.filter(({ dueAt }) => dueAt <= now);
      const ahead = free.filter(({ dueAt }) => dueAt > now + longestPutOff + mostSkew);
      const due = (inTime.length > 0 ? inTime : ahead).slice(0, limit);
      for (const bell of due) {
        memory.bells.set(bellKey(storefront, bell.recordId), { ...bell, claim: { owner, until } });
      }
      return due.map(toBell);
    }),

  answer: (bell, owner, word) =>
    TE.fromIO(() => {
      const key = bellKey(bell.storefront, bell.recordId);
      const now = memory.bells.get(key);
      if (now?.claim?.owner !== owner) return;
      const next = answered(now, bell, word);
      if (next === undefined) memory.bells.delete(key);
      else memory.bells.set(key, next);
    }),

  state: TE.fromIO(() => {
    const all = [...memory.bells.values()];
    return [...new Set(all.map(({ storefront }) => storefront))].sort().map((storefront) => {
      const own = all.filter((bell) => bell.storefront === storefront);
      const waiting = own.filter(({ isParked }) => !isParked);
      const due = waiting.filter(({ attempts }) => attempts === 0);
      const oldest = due.map(({ firstRungAt }) => millisecondsOf(firstRungAt)).sort((a, b) => a - b)[0];
      return {
        storefront,
        due: due.length,
        later: waiting.length - due.length,
        parked: own.length - waiting.length,
        oldest: oldest === undefined ? null : instantOfMilliseconds(oldest),
      };
    });
  }),
});
