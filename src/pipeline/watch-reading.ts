/** Remembers what the list showed during this process, because the sync database also keeps rows that may be gone by now. */
import * as O from 'fp-ts/lib/Option.js';
import type { RemoteIndexPage, RemoteTransaction } from '../domain/sync-store.ts';
import { isOfAnother, type KnownNames } from './ask-own.ts';
import { textKey } from '../mapping/comparison.ts';
import { gatherResembling, type Resembling } from './resembling.ts';

/** If a list has more rows, they are not kept, and no reading counts as whole. */
const maxKept = 200_000;

/** A transaction of ours; `remoteId`: the service's id, where it is known. */
export interface Wanted {
  readonly id: string;
  readonly name: string;
  readonly remoteId: string | null;
}

/** What a whole reading showed. */
export interface WholeList {
  readonly shows: (wanted: Wanted, facts: KnownNames) => boolean;
  /** Notes that a single read found what the list does not show. */
  readonly noteHidden: () => void;
  /** Notes that a single read denied what the list does not show. */
  readonly noteDenied: () => void;
  /** Notes that the service gave no answer about what the list does not show. */
  readonly noteUnanswered: () => void;
  /** Whether so many lookups had no answer that no more are made. */
  readonly isUnanswered: () => boolean;
  /** Whether so many lookups were denied and none found a transaction that the list alone is proof. */
  readonly isProof: () => boolean;
  /** Whether the list lacks transactions that the service holds, so that its gaps prove nothing. */
  readonly isLate: () => boolean;
}

/** Transactions that a single read finds and the list does not show, before the list counts as late for this run. */
const maxHidden = 3;

/** Single reads without an answer before no more are made in this run: each takes half a minute. */
const maxUnanswered = 3;

/** Single reads that deny what the list does not show, before the list is believed. */
const maxDenied = 20;

interface Reading {
  /** A reading begins at the head of the list. */
  readonly begin: () => void;
  readonly note: (page: Pick<RemoteIndexPage, 'transactions' | 'next' | 'completesScan'>) => void;
  /** Whether the latest reading showed it. */
  readonly has: (id: string | undefined) => boolean;
  /** What the latest reading showed under a name. */
  readonly named: (name: string) => RemoteTransaction | undefined;
  /** Whether it is listed under the service's id, which may be that of another one by now. */
  readonly isUnder: (
    remoteId: string,
    own: { readonly id: string; readonly name: string },
    facts: KnownNames,
  ) => boolean;
  /** Whether the latest reading showed ids or names that begin like ours. */
  readonly showsOurs: (own: { readonly id: string; readonly name: string }) => boolean;
  /** Whether a reading showed an exemption field, filled or empty: then a whole transaction without the field is not exempt. */
  readonly showsPurpose: () => boolean;
  /** The rows of the latest reading under names that may be changed forms of ours. */
  readonly resembling: () => Resembling;
  /** Rows that may be our transaction under a changed name. `isNameless`: no row has a name. */
  readonly resembles: (sent: { readonly id: string; readonly name: string; readonly body: string }) => {
    readonly rows: readonly RemoteTransaction[];
    readonly isNameless: boolean;
  };
  /**
   * Whether no reading showed it because each ended at rows that an earlier process had read. False before any reading, and
   * after one that reached the end.
   */
  readonly passesOver: (wanted: Wanted) => boolean;
  /** Whether readings left such rows unread. */
  readonly isHeadAlone: () => boolean;
  /** What a reading from the head to the end of the list showed; null without such a reading. */
  readonly whole: () => WholeList | null;
}

/** The watch over the readings of one process. */
export const watchReading = (): Reading => {
  /** Each id in lower case, with the key of its name. */
  let [ids, names] = [new Map<string, string | null>(), new Map<string, RemoteTransaction>()];
  let [isFromHead, isWhole] = [false, false];
  let rows: RemoteTransaction[] = [];
  let [hidden, denied, unanswered] = [0, 0, 0];
  let showsPurpose = false;
  /** From all readings: ids in lower case, and keys of names. */
  const [everListed, everNamed] = [new Set<string>(), new Set<string>()];
  let [isBegun, cameToEnd, readRows] = [false, false, 0];
  /** The index over the rows so far; null until it is needed. */
  let gathered: Resembling | null = null;
  const isUnder: Reading['isUnder'] = (remoteId, own, facts) => {
    const key = ids.get(remoteId.toLowerCase());
    return key !== undefined && (facts?.names !== 'kept' || !isOfAnother({ id: remoteId, name: key }, own));
  };
  const resembling = (): Resembling => {
    if (gathered !== null) return gathered;
    gathered = gatherResembling();
    gathered.note(rows, ids);
    return gathered;
  };
  return {
    showsOurs: ({ id, name }) => {
      const [idBegin, nameBegin] = [
        id.slice(0, id.indexOf(':') + 1).toLowerCase(),
        `${textKey(name).split('-', 1)[0]}-`,
      ];
      for (const [listed, key] of ids)
        if (listed.startsWith(idBegin) || key?.startsWith(nameBegin) === true) return true;
      return false;
    },
    showsPurpose: () => showsPurpose,
    resembling,
    named: (name) => names.get(textKey(name)),
    isUnder,
    resembles: ({ id, name, body }) => {
      const sourceId = id.slice(id.lastIndexOf(':') + 1);
      return {
        rows: resembling().find({ id, name, sourceId, body }, 'by money'),
        isNameless: resembling().nameless(id) > 0,
      };
    },
    passesOver: ({ id, name, remoteId }) =>
      isBegun &&
      !cameToEnd &&
      !everListed.has(id.toLowerCase()) &&
      !everNamed.has(textKey(name)) &&
      (remoteId === null || !everListed.has(remoteId.toLowerCase())),
    isHeadAlone: () => isBegun && !cameToEnd,
    begin: () => {
      [isBegun, readRows] = [true, 0];
      ids = new Map();
      names = new Map();
      [isFromHead, isWhole] = [true, false];
      rows = [];
      gathered = null;
    },
    note: ({ transactions, next, completesScan }) => {
      readRows += transactions.length;
      for (const { id, name } of cameToEnd || everListed.size > maxKept ? [] : transactions) {
        everListed.add(id.toLowerCase());
        if (name !== null) everNamed.add(textKey(name));
      }
      if (ids.size > maxKept) isFromHead = false;
      gathered = null;
      for (const one of isFromHead ? transactions : []) {
        const { id, name } = one;
        if (name !== null) rows.push(one);
        if (one.shown?.['purpose'] !== undefined) showsPurpose = true;
        const key = name === null ? null : textKey(name);
        ids.set(id.toLowerCase(), key);
        if (key !== null) names.set(key, one);
      }
      // An empty page after others ends a reading that met what was known.
      const isEnd = completesScan && O.isNone(next) && (transactions.length > 0 || ids.size === 0);
      if (isFromHead && isEnd) isWhole = true;
      // This also holds for a list that is too long to be kept.
      if (isBegun && completesScan && O.isNone(next) && (transactions.length > 0 || readRows === 0)) {
        cameToEnd = true;
        everListed.clear();
        everNamed.clear();
      }
    },
    has: (id) => id !== undefined && ids.has(id.toLowerCase()),
    whole: () =>
      isWhole
        ? {
            shows: ({ id, name, remoteId }, facts) =>
              ids.has(id.toLowerCase()) ||
              names.has(textKey(name)) ||
              (remoteId !== null && isUnder(remoteId, { id, name }, facts)),
            noteHidden: () => {
              hidden += 1;
            },
            noteDenied: () => {
              denied += 1;
            },
            noteUnanswered: () => {
              unanswered += 1;
            },
            isUnanswered: () => unanswered >= maxUnanswered,
            isProof: () => hidden === 0 && denied >= maxDenied,
            isLate: () => hidden >= maxHidden,
          }
        : null,
  };
};
