/** Opens the businesses of an app when they are needed, keeps few of their keys in memory, and renews a key that was refused. */
import * as E from 'fp-ts/lib/Either.js';
import { digestOf } from '../../domain/fields.ts';
import type { Clock } from '../../domain/environment.ts';
import { errorName } from '../../domain/errors.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import type { Registrations } from '../../domain/registration.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { ServiceLink } from '../../domain/service-link.ts';
import type { AccountFailure, LiveAccount } from '../../live/index.ts';
import { monotonicTime } from '../../domain/async.ts';
import type { AccountState } from '../../operations/ports.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { ServiceHealth } from '../outages.ts';
import type { AccountConfiguration, askForAccount } from './account-settings.ts';

/** An account in use, with all parts that belong to it alone. */
export interface OpenAccount extends LiveAccount {
  readonly name: string;
  readonly reviews: ReviewStore;
  readonly countedStates: AccountState['countedStates'];
  /** See `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  readonly registrations: Registrations;
  /** The health of the service, with the account's key. */
  readonly health: Pick<ServiceHealth, 'unreachableSince' | 'stop'>;
}

/** The accounts that are in use. Their keys are kept only here, in memory. */
export interface Accounts {
  /** Returns the same object until the host gives other settings. Never rejects. */
  readonly open: (account: string) => Promise<E.Either<AccountFailure, OpenAccount>>;
  /** Called when the host may know an account that it did not know before. */
  readonly forgetFailure: (account: string) => void;
  /** The accounts in use now. */
  readonly all: () => readonly OpenAccount[];
  readonly close: () => void;
}

export interface AccountsPorts {
  readonly ask: ReturnType<typeof askForAccount>;
  /** @param noticing a link of the account's chain to the service */
  readonly make: (account: string, settings: AccountConfiguration, noticing: ServiceLink) => OpenAccount;
  readonly clock: Clock;
  /** Resolves after so many milliseconds, or when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Default 1,000. */
  readonly maxOpen?: number;
}

/** How many accounts are kept; beyond this number, the ones unused for longest are closed. */
const defaultMaxOpen = 1_000;

interface Entry {
  readonly opened: OpenAccount;
  /** A digest of the settings, which shows whether they have changed. */
  readonly digest: string;
  readonly times: {
    askedAt: number;
    usedAt: number;
    /** The service refused the key: the host may have another one. */
    isRefused: boolean;
  };
}

/** Milliseconds between two searches for idle accounts. */
const lookEvery = 60_000;

/** Milliseconds after which an unused account is closed. */
const idleFor = 30 * 60_000;

/** Milliseconds until the host is asked again about an account that it did not know. */
const failureKept = 5_000;

/** Milliseconds that the host may take to answer. */
const maxWait = 10_000;

/** Milliseconds for which the host's settings are valid. */
const settingsKept = 60_000;

/**
 * A key has one rate limit, so an account that was closed to save memory comes back as the same object while any work holds it.
 */
export const accountsOf = (ports: AccountsPorts): Accounts => {
  const { ask, make, clock, sleep, maxOpen = defaultMaxOpen } = ports;
  const now = monotonicTime(clock);
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  /** Closed to save memory. */
  const closed = new Map<string, Pick<Entry, 'digest' | 'times'> & { readonly opened: WeakRef<OpenAccount> }>();
  const failures = new Map<string, { readonly failure: AccountFailure; readonly until: number }>();
  const asking = new Map<string, Promise<E.Either<AccountFailure, OpenAccount>>>();
  let lookedAt = now();

  const drop = (account: string): void => {
    entries.get(account)?.opened.health.stop();
    entries.delete(account);
  };
  const closeFor = (account: string, { opened, digest, times }: Entry): void => {
    drop(account);
    closed.set(account, { opened: new WeakRef(opened), digest, times });
  };
  /** The entry again, if any work still holds it. */
  const reopened = (account: string): Entry | undefined => {
    const before = closed.get(account);
    const opened = before?.opened.deref();
    closed.delete(account);
    return before === undefined || opened === undefined ? undefined : { ...before, opened };
  };
  const keep = (account: string, entry: Entry): void => {
    entries.delete(account);
    entries.set(account, entry);
    for (const [oldest, one] of entries) {
      if (entries.size <= maxOpen) break;
      closeFor(oldest, one);
    }
  };
  const closeIdle = (): void => {
    if (now() - lookedAt < lookEvery) return;
    lookedAt = now();
    for (const [account, entry] of entries) if (now() - entry.times.usedAt >= idleFor) closeFor(account, entry);
    for (const [account, { opened }] of closed) if (opened.deref() === undefined) closed.delete(account);
    for (const [account, { until }] of failures) if (now() >= until) failures.delete(account);
  };

  const opened = (account: string, settings: AccountConfiguration): OpenAccount => {
    const digest = digestOf(JSON.stringify({ ...settings, apiKey: settings.apiKey.reveal() }));
    const known = entries.get(account) ?? reopened(account);
    if (known?.digest === digest) {
      known.times.askedAt = now();
      known.times.isRefused = false;
      keep(account, known);
      return known.opened;
    }
    drop(account);
    // One entry per key, so that a failure of an old key does not affect the new one.
    const times = { askedAt: now(), usedAt: now(), isRefused: false };
    const onCall = (): void => {
      times.usedAt = now();
    };
    const onRefused = (): void => {
      times.isRefused = true;
    };
    const entry = { opened: make(account, settings, noticing(account, onCall, onRefused)), digest, times };
    keep(account, entry);
    return entry.opened;
  };

  const askHost = async (account: string): Promise<E.Either<AccountFailure, OpenAccount>> => {
    try {
      return await askAndOpen(account);
    } catch (error) {
      return fail(account, defect(account, error));
    }
  };
  const fail = (account: string, failure: AccountFailure): E.Either<AccountFailure, never> => {
    drop(account);
    failures.set(account, { failure, until: now() + failureKept });
    return E.left(failure);
  };
  const askAndOpen = async (account: string): Promise<E.Either<AccountFailure, OpenAccount>> => {
    const deadline = new AbortController();
    const late = sleep(maxWait, deadline.signal).then(() => undefined);
    const settings = await Promise.race([ask(account), late]).finally(() => {
      deadline.abort();
    });
    const known = entries.get(account);
    if (settings === undefined && known !== undefined) {
      known.times.askedAt = now();
      return E.right(known.opened);
    }
    const result = settings ?? E.left(unanswered(account));
    return E.isRight(result) ? E.right(opened(account, result.right)) : fail(account, result.left);
  };

  return {
    open: async (account) => {
      closeIdle();
      const known = entries.get(account);
      if (known !== undefined && !known.times.isRefused && now() - known.times.askedAt < settingsKept) {
        known.times.usedAt = now();
        keep(account, known);
        return E.right(known.opened);
      }
      const failed = failures.get(account);
      if (failed !== undefined && now() < failed.until) return E.left(failed.failure);
      const asked = asking.get(account) ?? askHost(account).finally(() => asking.delete(account));
      asking.set(account, asked);
      return asked;
    },
    forgetFailure: (account) => void failures.delete(account),
    all: () => [...entries.values()].map((entry) => entry.opened),
    close: () => {
      for (const account of [...entries.keys()]) drop(account);
      closed.clear();
    },
  };
};

/** Notes each call. The message about a refused key names its account. */
const noticing =
  (account: string, onCall: () => void, onRefused: () => void): ServiceLink =>
  async (request, send) => {
    onCall();
    const answer = await send();
    const failure = request.failureOf(answer);
    if (failure?._tag !== 'CredentialsRefused') return answer;
    onRefused();
    if (account === defaultAccount) return answer;
    // The key belongs to this account, not to the whole app.
    const message = `Account ${account}: ${failure.message.replace('service.apiKey', 'its apiKey')}`;
    return request.failed({ ...failure, message });
  };

/** The message is not repeated, because it may hold a key. */
const defect = (account: string, thrown: unknown): AccountFailure => ({
  cause: 'no answer',
  message: `The account "${account}" could not be opened because of an internal error (${errorName(thrown)}). Nothing is lost; it is opened again in ${failureKept / 1_000} seconds. Please report it.`,
});

const unanswered = (account: string): AccountFailure => ({
  cause: 'no answer',
  message: `The option "accounts" gave no settings for "${account}": it failed, or took longer than ten seconds. Nothing is lost; the app is asked again.`,
});
