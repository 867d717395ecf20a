import * as O from 'fp-ts/lib/Option.js';
import type { RemoteIndexPage, RemoteTransaction } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';

/** More are not kept: then no reading counts as whole. */
const maxKept = 200_000;

/** What a whole reading showed. */
export interface WholeList {
  readonly shows: (wanted: { readonly id: string; readonly name: string; readonly remoteId: string | null }) => boolean;
  /** Notes that a single read found what the list does not show. */
  readonly noteHidden: () => void;
  /** Notes that a single read denied what the list does not show. */
  readonly noteDenied: () => void;
  /** Whether so many were denied, and none was found, that the list alone shows what is gone. */
  readonly isProof: () => boolean;
  /** Whether the list lacks what the service holds: then it is late, and no reason to ask further. */
  readonly isLate: () => boolean;
}

/** Transactions that a single read finds and the list does not show, before the list counts as late for this run. */
const maxHidden = 3;

/** Single reads that deny what the list does not show, before the list is believed. */
const maxDenied = 20;

interface Reading {
  /** A reading begins at the head of the list. */
  readonly begin: () => void;
  readonly note: (page: Pick<RemoteIndexPage, 'transactions' | 'next' | 'completesScan'>) => void;
  /** Whether the latest reading showed it. */
  readonly has: (id: string | undefined) => boolean;
  /** What the latest reading showed, as long as that is not too much. */
  readonly rows: () => readonly RemoteTransaction[];
  /** What a reading from the head to the end of the list showed; null where none came to the end. */
  readonly whole: () => WholeList | null;
}

/** Watches what the readings of one process show: the sync database also keeps what earlier ones saw, and may be gone. */
export const watchReading = (): Reading => {
  let [ids, names] = [new Set<string>(), new Set<string>()];
  let [isFromHead, isWhole] = [false, false];
  let rows: RemoteTransaction[] = [];
  let [hidden, denied] = [0, 0];
  return {
    rows: () => rows,
    begin: () => {
      [ids, names] = [new Set(), new Set()];
      [isFromHead, isWhole] = [true, false];
      rows = [];
    },
    note: ({ transactions, next, completesScan }) => {
      if (ids.size > maxKept) isFromHead = false;
      for (const one of isFromHead ? transactions : []) {
        const { id, name } = one;
        if (name !== null) rows.push(one);
        ids.add(id.toLowerCase());
        if (name !== null) names.add(textKey(name));
      }
      // An empty page after others ends a reading that met what was known.
      const isEnd = completesScan && O.isNone(next) && (transactions.length > 0 || ids.size === 0);
      if (isFromHead && isEnd) isWhole = true;
    },
    has: (id) => id !== undefined && ids.has(id.toLowerCase()),
    whole: () =>
      isWhole
        ? {
            shows: ({ id, name, remoteId }) =>
              ids.has(id.toLowerCase()) || ids.has((remoteId ?? id).toLowerCase()) || names.has(textKey(name)),
            noteHidden: () => {
              hidden += 1;
            },
            noteDenied: () => {
              denied += 1;
            },
            isProof: () => hidden === 0 && denied >= maxDenied,
            isLate: () => hidden >= maxHidden,
          }
        : null,
  };
};
