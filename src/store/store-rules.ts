import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { maxClockSkew } from '../domain/environment.ts';
import { type Instant, millisecondsOf } from '../domain/instant.ts';
import type { RunRequest } from '../domain/run.ts';
import type { Intent, SaleOwner, StoreError } from '../domain/sync-store.ts';
import { findCountry, findUsState } from '../mapping/country.ts';
import { isOwnedByOther } from '../mapping/identity.ts';

/*
 * What the sync database does in SQL and in memory alike. Pure.
 */

/**
 * Whether a lease until `leasedUntil` blocks a new one from `now` until `until` (milliseconds since 1970). A lease that
 * reaches further than a new one would was taken by a wrong clock and is ignored.
 */
export const isLeased = (
  leasedUntil: number,
  { now, until }: { readonly now: number; readonly until: number },
): boolean => leasedUntil > now && leasedUntil <= until + maxClockSkew;

/**
 * Whether a task that is due at `dueAt` was already started. `at`: the caller's clock; `startedAt`: the last start, in
 * milliseconds since 1970.
 */
export const isTaskStarted = (startedAt: number, dueAt: Instant, at: Instant): boolean =>
  startedAt >= millisecondsOf(dueAt) && startedAt <= millisecondsOf(at) + maxClockSkew;

/**
 * By transaction id, the intents whose sale already belongs to a transaction of another storefront. Transactions of the same
 * account never conflict, even under another storefront name.
 */
export const findLostClaims = (
  intents: readonly Intent[],
  ownersOf: (reference: string) => readonly SaleOwner[],
): ReadonlyMap<string, SaleOwner> => {
  const lost = new Map<string, SaleOwner>();
  for (const { id, storefront, references } of intents) {
    const owner = references.flatMap(ownersOf).find(isOwnedByOther({ id, storefront }));
    if (owner !== undefined) lost.set(id, owner);
  }
  return lost;
};

/** One text for equal requests, and for equal ones only. The order of the storefronts counts: it is their precedence. */
export const runRequestKey = ({ storefronts, range, dryRun, kind }: RunRequest): string =>
  JSON.stringify([storefronts, range.from, range.to, dryRun, ...(kind === 'live' ? [kind] : [])]);

/** How the key of every live run ends, and of no other. */
export const liveKeySuffix = ',"live"]';

/** The first day of the earliest range among requests that push a storefront's sales. */
export const findFirstDay = (requests: Iterable<RunRequest>, storefront: string): O.Option<string> => {
  let first: string | undefined;
  for (const { storefronts, range, dryRun } of requests) {
    if (dryRun || !storefronts.includes(storefront)) continue;
    if (first === undefined || range.from < first) first = range.from;
  }
  return O.fromNullable(first);
};

const storeError = (problem: StoreError['problem'], message: string): StoreError => ({
  _tag: 'StoreError',
  problem,
  message,
});

export const noSuchRunError = (runId: string): StoreError =>
  storeError(
    'other',
    `The sync database holds no run ${runId}. Was the file moved or replaced? Start the sync again: nothing is doubled.`,
  );

export const takenOverError = (storefront: string): StoreError =>
  storeError(
    'taken over',
    `Another process took over ${storefront} while this one stood still. What this one had read was not written; the other goes on.`,
  );

export const otherAccountError = (storefront: string, known: string, wanted: string): StoreError =>
  storeError(
    'other account',
    `The sales of ${storefront} are sent to the account ${known}, and not to ${wanted}: a storefront stays with its account. Give it back its account, or add the shop under another name.`,
  );

export const runIdTakenError = (runId: string): StoreError =>
  storeError(
    'other',
    `The sync database already holds a run ${runId}, for another request. Give the new run an id of its own.`,
  );

export const unreadableRunError = (runId: string): StoreError =>
  storeError(
    'corrupt',
    `The sync database cannot read its own run ${runId}. Move the database away and run again: nothing is doubled, because ` +
      'the service is asked what it already has.',
  );

/** The position of a line in its run, counted from 0, from a `LinePage.next`; -1 before the first line. */
export const parsePosition = (after: O.Option<string>): E.Either<StoreError, number> => {
  if (O.isNone(after)) return E.right(-1);
  const start = after.value.slice(0, 20);
  return /^\d{1,15}$/.test(after.value)
    ? E.right(Number(after.value))
    : E.left(
        storeError(
          'other',
          `"${start}" is no place in a list of entries. Start from the beginning, or pass on what \`next\` gave.`,
        ),
      );
};

/** An amount that a person looks for, as the sync database holds it: in minor units, of currencies with two digits or none. */
export const amountTexts = (text: string): readonly string[] => {
  const plain = text.trim().replace(/^(-?)\$/, '$1');
  const whole = /^-?\d{1,3}(,\d{3})+(\.\d\d)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  const found = /^(-?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(whole);
  if (found === null) return [];
  const [, sign = '', units = '', part] = found;
  const texts = [`${units}${(part ?? '').padEnd(2, '0')}`, ...(part === undefined ? [units] : [])];
  return texts.map((one) => `${sign}${BigInt(one)}`);
};

/** The places that a person looks for. */
interface SearchedPlaces {
  readonly codes: readonly string[];
  /** With which their codes begin: of a country. */
  readonly start: string | null;
  /** Two letters that are a state are in many random ids as well: those are not meant. */
  readonly isOnlyPlace: boolean;
}

/** By code or name: `ca` and `California` are `CA`, `Canada` is what begins with `CA-`, and `DE` is Delaware. */
export const jurisdictionTexts = (text: string): SearchedPlaces => {
  const typed = text.trim();
  const state = O.toUndefined(findUsState(typed));
  const country = typed.length > 2 || state === undefined ? O.toUndefined(findCountry(typed)) : undefined;
  return {
    codes: state === undefined ? [typed.toUpperCase()] : [state],
    start: country === undefined ? null : `${country}-`,
    isOnlyPlace: state !== undefined && typed.length === 2,
  };
};

/** With which the ids of transactions of a shop or account begin: `shopify:548:`. */
export const idPrefixesOf = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => /^[^:]+:[^:]+:(?=.)/.exec(id ?? '')?.[0] ?? [])),
];
