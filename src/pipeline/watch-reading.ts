import * as O from 'fp-ts/lib/Option.js';
import type { RemoteIndexPage, RemoteTransaction } from '../domain/sync-store.ts';
import { isOfAnother, type KnownNames } from './ask-own.ts';
import { textKey } from '../mapping/comparison.ts';
import { gatherResembling, type Resembling } from './resembling.ts';

/** More are not kept: then no reading counts as whole. */
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
  /** Whether so many had no answer that no more are asked about. */
  readonly isUnanswered: () => boolean;
  /** Whether so many were denied, and none was found, that the list alone shows what is gone. */
  readonly isProof: () => boolean;
  /** Whether the list lacks what the service holds: then it is late, and no reason to ask further. */
  readonly isLate: () => boolean;
}

/** Transactions that a single read finds and the list does not show, before the list counts as late for this run. */
const maxHidden = 3;

/** Single reads without an answer, before the others are not asked about in this run: each takes half a minute. */
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
  /** Whether the latest reading showed ids or names that begin like those of a transaction of ours. */
  readonly showsOurs: (own: { readonly id: string; readonly name: string }) => boolean;
  /** Whether a reading showed an exemption field, filled or empty: then a whole transaction without the field is not exempt. */
  readonly showsPurpose: () => boolean;
  /** What the latest reading showed under names that may be ours, changed; as long as that is not too much. */
  readonly resembling: () => Resembling;
  /** What may be a transaction of ours under a changed name. `isNameless`: nothing has a name. */
  readonly resembles: (sent: { readonly id: string; readonly name: string; readonly body: string }) => {
    readonly rows: readonly RemoteTransaction[];
    readonly isNameless: boolean;
  };
  /**
   * Whether no reading showed it, because each ended where an earlier process had been. False where nothing was read, and where a
   * reading came from the head to the end.
   */
  readonly passesOver: (wanted: Wanted) => boolean;
  /** Whether such rows are left. */
  readonly isHeadAlone: () => boolean;
  /** What a reading from the head to the end of the list showed; null where none came to the end. */
  readonly whole: () => WholeList | null;
}

/** Watches what the readings of one process show: the sync database also keeps what earlier ones saw, and may be gone. */
export const watchReading = (): Reading => {
  /** Each id in lower case, with the key of its name. */
  let [ids, names] = [new Map<string, string | null>(), new Map<string, RemoteTransaction>()];
  let [isFromHead, isWhole] = [false, false];
  let rows: RemoteTransaction[] = [];
  let [hidden, denied, unanswered] = [0, 0, 0];
  let showsPurpose = false;
  /** Of all readings: ids in lower case, and keys of names. */
  const [everListed, everNamed] = [new Set<string>(), new Set<string>()];
  let [isBegun, cameToEnd, readRows] = [false, false, 0];
  /** Of the rows so far. */
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
      // Also of a list that is too long to be kept.
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
