/** Decisions of the sync database that need no SQL, such as who holds a lease and what the audit records of an answer. Pure. */
import { Temporal } from 'temporal-polyfill';
import {
  type AuditAnswer,
  type AuditContext,
  type AuditedAnswer,
  type AuditRecord,
  auditedBody,
} from '../domain/audit.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../domain/date-range.ts';
import { maxClockSkew } from '../domain/environment.ts';
import { type Instant, millisecondsOf } from '../domain/instant.ts';
import type { RunRequest } from '../domain/run.ts';
import type { Intent, PageCommit, SaleOwner, StoreError } from '../domain/sync-store.ts';
import { findCountry, findUsState, usStates } from '../mapping/country.ts';
import { isOwnedByOther, isSaleId } from '../mapping/identity.ts';

/**
 * Whether a lease until `leasedUntil` blocks a new one from `now` until `until` (milliseconds since 1970). A lease that ends
 * later than a new one would was taken with a wrong clock and is ignored.
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

/** From the first to the last day of the ranges of requests that push a storefront's sales. */
export const findSyncedDays = (requests: Iterable<RunRequest>, storefront: string): O.Option<DateRange> => {
  let days: DateRange | undefined;
  for (const { storefronts, range, dryRun } of requests) {
    if (dryRun || !storefronts.includes(storefront)) continue;
    const { from, to } = days ?? range;
    days = { from: range.from < from ? range.from : from, to: range.to > to ? range.to : to };
  }
  return O.fromNullable(days);
};

/** The days of runs of a storefront: in order, with ranges that touch joined. Pure. */
export const findReadDays = (requests: Iterable<RunRequest>, storefront: string): readonly DateRange[] => {
  const ranges = [...requests]
    .flatMap(({ storefronts, range }) => (storefronts.includes(storefront) ? [range] : []))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const joined: DateRange[] = [];
  for (const { from, to } of ranges) {
    const last = joined.at(-1);
    if (last === undefined || from > nextDay(last.to)) joined.push({ from, to });
    else if (to > last.to) joined[joined.length - 1] = { from: last.from, to };
  }
  return joined;
};

export const noSuchRunError = (runId: string): StoreError =>
  storeError(
    'other',
    `The sync database holds no run ${runId}. Was the file moved or replaced? Start the sync again: nothing is doubled.`,
  );

export const takenOverError = (storefront: string): StoreError =>
  storeError(
    'taken over',
    `Another process took over ${storefront} while this one was suspended. The last page of this process was not written; the other process continues.`,
  );

export const otherAccountError = (storefront: string, known: string, wanted: string): StoreError =>
  storeError(
    'other account',
    `The sales of ${storefront} are sent to the account ${known}, and not to ${wanted}: a storefront stays with its account. Give it back its account, or add the shop under another name.`,
  );

export const runIdTakenError = (runId: string): StoreError =>
  storeError(
    'other',
    `The sync database already holds a run ${runId}, for another request. Give the new run another id.`,
  );

export const unreadableRunError = (runId: string): StoreError =>
  storeError(
    'corrupt',
    `The sync database cannot read its own run ${runId}. Move the database away and run again: nothing is doubled, because ` +
      'the service is asked what it already has.',
  );

export const unreadableTotalsError = (month: string): StoreError =>
  storeError(
    'corrupt',
    `The sync database cannot read the totals with which ${month} was closed. Reopen the month and close it again.`,
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
          `"${start}" is not a position in a list of report lines. Start from the beginning, or pass the value of \`next\`.`,
        ),
      );
};

/** The minor units that a typed amount may mean, in a currency with two decimals or with none. */
export const amountTexts = (text: string): readonly string[] => {
  const plain = text.trim().replace(/^(-?)\$/, '$1');
  const whole = /^-?\d{1,3}(,\d{3})+(\.\d\d)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  const found = /^(-?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(whole);
  if (found === null) return [];
  const [, sign = '', units = '', part] = found;
  const texts = [`${units}${(part ?? '').padEnd(2, '0')}`, ...(part === undefined ? [units] : [])];
  return texts.map((one) => `${sign}${BigInt(one)}`);
};

/**
 * The texts with which the name of a searched sale may begin after its platform: as typed, with a `#`, or without the first word.
 */
export const numberTexts = (text: string): readonly string[] => {
  const number = text.trim().toLowerCase();
  return [number, `#${number}`, number.slice(number.indexOf(' ') + 1)];
};

/** The places that a person looks for. */
interface SearchedPlaces {
  readonly codes: readonly string[];
  /** The start of all codes of a country; null for a state. */
  readonly start: string | null;
  /** Two letters that name a state also occur in many random ids, so only the state is meant. */
  readonly isOnlyPlace: boolean;
}

/**
 * By code or name: `ca` and `California` are `CA`, `Canada` is every code that begins with `CA-`, `USA` is all states, and `DE`
 * is Delaware.
 */
export const jurisdictionTexts = (text: string): SearchedPlaces => {
  const typed = text.trim();
  const state = O.toUndefined(findUsState(typed));
  const country = typed.length > 2 || state === undefined ? O.toUndefined(findCountry(typed)) : undefined;
  return {
    codes: state !== undefined ? [state] : country === 'US' ? usStates : [typed.toUpperCase()],
    start: country === undefined ? null : `${country}-`,
    isOnlyPlace: state !== undefined && typed.length === 2,
  };
};

/** The beginnings of ids that show the shop or account, such as `shopify:548:`. */
export const idPrefixesOf = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => /^[^:]+:[^:]+:(?=.)/.exec(id ?? '')?.[0] ?? [])),
];

/** A submission for which an answer arrived. */
export interface AuditedSubmission extends Pick<AuditRecord, 'storefront' | 'sourceId' | 'id' | 'name' | 'remoteId'> {
  readonly status: string;
  readonly digest: string;
  readonly body: string | null;
  readonly savedAt: Instant;
  readonly attemptedAt: Instant | null;
}

type GivenAnswer = AuditedAnswer & { readonly answer: AuditAnswer; readonly remoteId?: string };

/** The audit record of an answer; undefined if an earlier answer settled the submission. Pure. */
export const auditRecordOf = (
  submission: AuditedSubmission | undefined,
  { answer, message, by, remoteId }: GivenAnswer,
  commit: { readonly runId: string; readonly at: Instant; readonly context: AuditContext | undefined },
): AuditRecord | undefined => {
  if (submission?.status !== 'intent') return undefined;
  const { storefront, sourceId, id, name, digest, body, savedAt, attemptedAt } = submission;
  const known = submission.remoteId ?? remoteId ?? null;
  const audited = auditedBody(body, digest);
  return {
    storefront,
    sourceId,
    id,
    name,
    action: isSaleId(id) ? 'create' : 'adjust',
    sentAt: attemptedAt ?? savedAt,
    answeredAt: commit.at,
    answer,
    message: message ?? null,
    remoteId: known === id ? null : known,
    digest: audited.digest,
    body: audited.body,
    amounts: audited.amounts,
    cause: commit.context?.cause ?? null,
    by: by ?? null,
    runId: commit.runId,
    settings: commit.context?.settings ?? null,
  };
};

/** The part of an audit record that only the process that sends it knows. */
export type SenderAnswer = Pick<AuditRecord, 'answer' | 'message' | 'cause' | 'by' | 'runId' | 'settings'>;

/** The answer to a request whose transaction another run has already found and settled; undefined for any other request. Pure. */
export const answerOfSender = (
  submission: Pick<AuditedSubmission, 'status'>,
  { answer, message, by }: GivenAnswer,
  { runId, context }: { readonly runId: string; readonly context: AuditContext | undefined },
): SenderAnswer | undefined =>
  submission.status === 'confirmed' && answer === 'accepted'
    ? {
        answer,
        message: message ?? null,
        by: by ?? null,
        runId,
        cause: context?.cause ?? null,
        settings: context?.settings ?? null,
      }
    : undefined;

/** Whether an audit record comes from a run that only found the transaction, and has not been erased since. Pure. */
export const isOfFinder = ({ action, answer, body }: Pick<AuditRecord, 'action' | 'answer' | 'body'>): boolean =>
  action !== 'correct' && body !== null && (answer === 'found' || answer === 'present');

/**
 * The answers that a commit records, by transaction id. The last of several answers for an id counts, but a confirmation is
 * final. Pure.
 */
export const answersOf = ({
  settledIntents,
  audit,
}: Pick<PageCommit, 'settledIntents' | 'audit'>): ReadonlyMap<string, GivenAnswer> => {
  const answers = new Map<string, GivenAnswer>();
  for (const one of audit?.unanswered ?? []) answers.set(one.id, { ...one, answer: 'no answer' });
  const confirmed = new Set<string>();
  for (const one of settledIntents) {
    if (confirmed.has(one.id)) continue;
    if (one.status === 'confirmed') confirmed.add(one.id);
    answers.set(one.id, { ...one, answer: one.answer ?? (one.status === 'refused' ? 'refused' : 'accepted') });
  }
  return answers;
};

/** Whether a sign-off or the end of a month may be saved: nothing is open, or as many matters as a person confirmed. */
export const mayClose = (open: number, expected: number | undefined): boolean =>
  open === 0 || open === (expected ?? open);

const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

const storeError = (problem: StoreError['problem'], message: string): StoreError => ({
  _tag: 'StoreError',
  problem,
  message,
});
