/** Finds out which sale a listed transaction belongs to when the service keeps it under another id than ours. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreResult } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { recordNamed } from '../mapping/identity.ts';
import { callSource } from '../pipeline/call-source.ts';
import { mapRecord } from '../pipeline/map-page.ts';
import { idNamed } from '../pipeline/sent-by-name.ts';
import { askAlone } from './ask-alone.ts';
import { type Comparison, isOfRange } from './comparison.ts';
import { isOfSale, momentOf, type PushedTransaction } from './pushed.ts';
import { onAnyDay } from './read-followed.ts';
import { attempt } from '../domain/attempt.ts';

/** Our id of a transaction that the service keeps under another id. */
export interface OwnId {
  readonly id: string;
  /** Only the name shows it: the sync database does not know the id. */
  readonly isByName: boolean;
  /** As the service shows it alone, if its list shows no day. */
  readonly pushed?: PushedTransaction;
}

type Account = Parameters<typeof recordNamed>[0];

/**
 * Undefined for a transaction that was not pushed for this storefront, and for one of other days that the sync database does not
 * know.
 */
export const ownIdOf = async (comparison: Comparison, pushed: PushedTransaction): StoreResult<OwnId | undefined> => {
  const { prefix, mapContext, facts } = comparison;
  if (pushed.id.startsWith(prefix)) return E.right({ id: pushed.id, isByName: false });
  const known = await knownIdOf(comparison, mapContext, pushed);
  if (E.isLeft(known)) return known;
  if (known.right !== undefined) return E.right({ id: known.right, isByName: false });
  // If the service keeps our ids, a transaction with another id was sent by another program.
  if (facts?.identity === 'client' || isOfOtherDays(comparison, pushed)) return E.right(undefined);
  const seen = seenUnder(comparison, pushed.name);
  if (seen !== undefined && !isOfSale(pushed)) return E.right({ id: seen, isByName: true });
  return ownIdByName(comparison, pushed, seen !== undefined);
};

const seenInLowerCase = new WeakMap<Comparison['seen'], ReadonlyMap<string, string>>();

/** The id of the compared record to which a name belongs, such as a payment that failed. A service may list names in upper case. */
const seenUnder = ({ seen, prefix, mapContext }: Comparison, name: string): string | undefined => {
  const lower = seenInLowerCase.get(seen) ?? new Map([...seen].map((id) => [id.toLowerCase(), id]));
  seenInLowerCase.set(seen, lower);
  return lower.get(`${prefix}${recordNamed(mapContext, name)}`.toLowerCase());
};

const isOfOtherDays = (comparison: Comparison, pushed: PushedTransaction): boolean => {
  const moment = momentOf(pushed);
  return O.isSome(moment) && !isOfRange(comparison, moment.value);
};

/** The id under which the sync database knows it for an account; undefined if it does not. */
const knownIdOf = (
  { runContext: { store, run } }: Comparison,
  account: Account,
  pushed: PushedTransaction,
): StoreResult<string | undefined> =>
  attempt(async (take) => {
    const id = `${account.platform}:${account.account}:${recordNamed(account, pushed.name)}`;
    const sent = await take(store.findSentUnder([id])());
    const key = textKey(pushed.name);
    const later = sent.get(id)?.find((one) => one.status === 'confirmed' && textKey(one.name ?? '') === key);
    if (later !== undefined || isOfSale(pushed)) return later?.id;
    const known = await take(store.lookUpTransactions(run.id, [{ id, name: '' }])());
    const submission = known.submissions.get(id);
    // A success without a body does not show the id at the service.
    const isOurs = submission?.status === 'confirmed' && [pushed.id, null].includes(submission.remoteId);
    return isOurs ? id : undefined;
  });

/** Whether another storefront of the platform sent it, or has its record. A storefront that cannot be read proves nothing. */
const isOfOther = async (
  comparison: Comparison,
  pushed: PushedTransaction,
  asksPlatform: boolean,
): StoreResult<boolean> => {
  const { runContext, mapContext } = comparison;
  const { ports, client, otherStorefronts } = runContext;
  for (const [name, { connector }] of Object.entries(ports.storefronts)) {
    if (name === mapContext.storefront || connector.platform !== mapContext.platform) continue;
    const account = await otherStorefronts.accountOf(name);
    if (E.isLeft(account)) continue;
    const other = { platform: connector.platform, account: account.right.id };
    if (!asksPlatform) {
      const known = await knownIdOf(comparison, other, pushed);
      if (E.isLeft(known)) return known;
      if (known.right !== undefined) return E.right(true);
      continue;
    }
    const record = await callSource(ports, client.isOver)(connector.readRecord(recordNamed(other, pushed.name)));
    if (E.isRight(record) && O.isSome(record.right)) return E.right(true);
  }
  return E.right(false);
};

/**
 * Whether the service holds sales that the sync database did not send: then the database was lost, or an older copy was restored.
 * An intact database knows everything that is ours, and the rest belongs to another program.
 */
const findLack = async ({ runContext: { store } }: Comparison): StoreResult<boolean> => {
  const newest = await store.findNewestConfirmed(1)();
  return E.isRight(newest) && newest.right.length > 0 ? store.holdsUnsent()() : E.map(() => true)(newest);
};

const lacks = new WeakMap<Comparison['held'], StoreResult<boolean>>();

/** Computed once in a comparison: another program may have sent thousands of rows. */
const lacksOurs = (comparison: Comparison): StoreResult<boolean> => {
  const known = lacks.get(comparison.held) ?? findLack(comparison);
  lacks.set(comparison.held, known);
  return known;
};

/** After the sync database was lost, only the name of a transaction shows that it is ours. */
const ownIdByName = (
  comparison: Comparison,
  listed: PushedTransaction,
  isOfSeen: boolean,
): StoreResult<OwnId | undefined> =>
  attempt(async (take) => {
    const { runContext, connector, mapContext, prefix, takeQuestion } = comparison;
    if (!isOfSeen && !(await take(lacksOurs(comparison)))) return undefined;
    if (await take(isOfOther(comparison, listed, false))) return undefined;
    const pushed = O.isNone(momentOf(listed)) ? await askAlone(comparison, listed) : listed;
    if (isOfOtherDays(comparison, pushed)) return undefined;
    const sourceId = recordNamed(mapContext, pushed.name);
    const unknown: OwnId = { id: `${prefix}${sourceId}`, isByName: true, pushed };
    if (!takeQuestion()) return unknown;
    const record = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
    if (E.isLeft(record)) return unknown;
    if (O.isNone(record.right)) return (await take(isOfOther(comparison, pushed, true))) ? undefined : unknown;
    for (const { truth } of mapRecord(onAnyDay(mapContext), record.right.value, sourceId)) {
      const id = truth && idNamed(truth, pushed.name);
      // Its sale would be among those of the range if it were of these days.
      if (id !== undefined) return O.isNone(momentOf(pushed)) ? undefined : { id, isByName: true, pushed };
    }
    return unknown;
  });
