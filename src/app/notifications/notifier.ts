/**
 * Sends notifications about events, months about to be filed and state thresholds, each matter once, by whichever process is
 * first.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { HTTPError } from 'got';
import type { Clock, Logger } from '../../domain/environment.ts';
import { type Instant, instantOfMilliseconds } from '../../domain/instant.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import { errorName } from '../../domain/errors.ts';
import { defaultAccount, type SyncDatabase } from '../../domain/inbox.ts';
import { liveRunId } from '../../domain/run.ts';
import type { TaxNexusEvent } from '../plugin/tax-nexus.ts';
import type { Exposure } from '../../reconcile/thresholds/exposure.ts';
import type { StorefrontTable } from '../plugin/storefront-table.ts';
import { deliver, type NotificationTarget } from './deliver.ts';
import type { NotificationKind } from './notification.ts';
import { closingNotice, type Notice, type NotifiedEvent, noticeOfEvent, type OpenSales } from './notices.ts';
import { alertsOf, type ThresholdAlert, thresholdKinds, thresholdNotice } from './threshold-notices.ts';

const dayMs = 24 * 3_600_000;

/** Milliseconds in which a notification about the same matter is not repeated, by any process of the sync database. */
const quietMs = dayMs;

/** Most states want a return by the 20th of the next month. Source: the states' own due dates, such as Texas Tax Code 151.401. */
const filingDay = 20;
/** Days before the filing day from which a notification of open sales is sent. */
const daysBefore = 5;
/** Milliseconds in which that notification is sent once: longer than those days. */
const closingQuietMs = 20 * dayMs;

/** Milliseconds until another process may deliver a notification whose sender was killed. */
const deliveryMs = 15 * 60_000;

export interface NotifierPorts {
  /** By name. */
  readonly targets: Readonly<Record<string, NotificationTarget>>;
  readonly store: Pick<SyncDatabase, 'acquireLease' | 'accountOfRun'>;
  /** The account of a storefront. */
  readonly accountOf: (storefront: string) => string;
  /** The accounts with their storefronts, as they are now. */
  readonly accounts: () => readonly NotifiedAccount[];
  /** How near an account is to the thresholds of states. Rejects if that cannot be known now. */
  readonly exposureOf: (account: string) => Promise<Pick<Exposure, 'states'>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** A business that files its months. */
export interface NotifiedAccount {
  readonly name: string;
  /** Names of its storefronts. */
  readonly storefronts: readonly string[];
  readonly reviews: Pick<ReviewStore, 'listRuns' | 'matterGroups' | 'closedPeriods'>;
}

export interface Notifier {
  readonly onEvent: (event: TaxNexusEvent) => void;
  /** Accepts no more events, and waits up to this time for deliveries in progress. */
  readonly stop: (drainMs: number) => Promise<void>;
}

/** Milliseconds between two checks of the calendar. */
const betweenLooks = 3_600_000;

/**
 * Events are sent as they happen; the calendar and thresholds are checked every hour. A failed delivery is logged and does not
 * affect the work. What no target accepted, and what was in progress when the process was killed, is sent when it is due again:
 * at the next check of the calendar, or with the next event about the same matter.
 */
export const startNotifier = (ports: NotifierPorts): Notifier => {
  const { targets, store, accountOf, accounts, exposureOf, clock, log } = ports;
  const all = Object.entries(targets);
  const pending = new Set<Promise<void>>();
  const ending = new AbortController();

  const targetsOf = (kind: NotificationKind) => all.filter(([, { only }]) => only === null || only.includes(kind));

  const send = async ({ about, ...content }: Notice, quiet: number): Promise<void> => {
    if (targetsOf(content.kind).length === 0) return;
    const name = `notification ${content.kind} ${about}`;
    if ((await claim(name, quiet)) && (await deliverToAll(content))) await keep([name], quiet);
  };

  /** Whether at least one target has accepted it. */
  const deliverToAll = async (content: Omit<Notice, 'about'>): Promise<boolean> => {
    const now = clock.now();
    const notification = { id: `msg_${randomUUID()}`, at: instantOfMilliseconds(now), ...content };
    const accepted = await Promise.all(
      targetsOf(content.kind).map(async ([name, target]) => {
        try {
          await deliver(target, notification, { now, signal: ending.signal });
          return true;
        } catch (error) {
          // The error may hold the address, which is a secret.
          const fields = { notification: content.kind, target: name, reason: reasonOf(error) };
          log.warn('A notification was not delivered. Check its target in the setting notifications.', fields);
          return false;
        }
      }),
    );
    return accepted.includes(true);
  };

  /**
   * Whether no process has sent it recently. If that cannot be known, it is sent, because twice is better than never. The claim
   * is short until `keep` extends it, so that a notification that was not delivered is sent later.
   */
  const claim = async (name: string, quiet: number): Promise<boolean> => {
    const now = clock.now();
    const taken = await store.acquireLease(
      name,
      randomUUID(),
      { now, until: now + Math.min(deliveryMs, quiet), maxUntil: now + quiet },
      () => false,
    )();
    return E.isLeft(taken) || O.isNone(taken.right);
  };

  /** Prevents that any of these is sent again in this time. */
  const keep = async (names: readonly string[], quiet: number): Promise<void> => {
    const now = clock.now();
    for (const name of names) await store.acquireLease(name, randomUUID(), { now, until: now + quiet }, () => true)();
  };

  const begin = (work: Promise<void>): void => {
    const handled = work
      .catch((error: unknown) => {
        log.warn('A notification failed because of an internal error.', { defect: errorName(error) });
      })
      .finally(() => pending.delete(handled));
    pending.add(handled);
  };

  const sendClosing = async (): Promise<void> => {
    const month = monthAboutToBeFiled(clock.now());
    if (month === undefined) return;
    for (const account of accounts()) {
      const open = await openSales(account, month, instantOfMilliseconds(clock.now()));
      const notice = open === undefined ? undefined : closingNotice(account.name, { month, filingDay }, open);
      if (notice !== undefined) await send(notice, closingQuietMs);
    }
  };

  /** Once a day for each account, by one of the processes that share the sync database. */
  const sendDailyThresholds = async (): Promise<void> => {
    for (const { name } of accounts()) {
      const look = `thresholds ${name}`;
      if ((await claim(look, quietMs)) && (await sendThresholds(name))) await keep([look], quietMs);
    }
  };

  const wantedKinds = thresholdKinds.filter((kind) => targetsOf(kind).length > 0);

  /** False if an alert is left to send: the exposure is unknown, or no target has accepted it. */
  const sendThresholds = async (account: string): Promise<boolean> => {
    if (wantedKinds.length === 0) return true;
    const found = await exposureOf(account).catch(() => undefined);
    if (found === undefined) return false;
    const alerts = alertsOf(found);
    const nameOf = ({ kind }: ThresholdAlert, about: string): string => `notification ${kind} ${account} ${about}`;
    const isFirst = (alert: ThresholdAlert) => claim(nameOf(alert, alert.about[0]), alert.quietDays * dayMs);
    const keepAlert = (alert: ThresholdAlert) =>
      keep(
        alert.about.map((about) => nameOf(alert, about)),
        alert.quietDays * dayMs,
      );
    let isDone = true;
    for (const kind of wantedKinds) {
      const unsent: ThresholdAlert[] = [];
      for (const alert of alerts) if (alert.kind === kind && (await isFirst(alert))) unsent.push(alert);
      if (unsent.length === 0) continue;
      if (await deliverToAll(thresholdNotice(account, kind, unsent)))
        for (const alert of unsent) await keepAlert(alert);
      else isDone = false;
    }
    return isDone;
  };

  const lookAtCalendar = async (): Promise<void> => {
    await sendClosing();
    await sendDailyThresholds();
  };

  /** The account of a run is unknown while the sync database cannot be read. */
  const accountOfEvent = async (event: NotifiedEvent): Promise<string> => {
    if (event.type !== 'run.finished') return accountOf(event.storefront);
    const found = await store.accountOfRun(O.some(event.runId))();
    return E.isRight(found) && O.isSome(found.right) ? found.right.value : defaultAccount;
  };

  const sendOfEvent = async (event: NotifiedEvent): Promise<void> => {
    const notice = noticeOfEvent(event, await accountOfEvent(event));
    if (notice !== undefined) await send(notice, quietMs);
    if (event.type === 'run.finished') await sendThresholds(await accountOfEvent(event));
  };

  if (all.length === 0) return { onEvent: () => undefined, stop: () => Promise.resolve() };
  begin(lookAtCalendar());
  const timer = setInterval(() => {
    begin(lookAtCalendar());
  }, betweenLooks).unref();
  return {
    onEvent: (event) => {
      const { type } = event;
      if (type === 'run.finished' || type === 'storefront.stopped' || type === 'reconcile.finished')
        begin(sendOfEvent(event));
    },
    stop: async (drainMs) => {
      clearInterval(timer);
      await Promise.race([Promise.all(pending), wait(drainMs, undefined, { ref: false })]);
      ending.abort();
    },
  };
};

/** The accounts that have storefronts now. */
export const notifiedAccounts = (
  { names, accountOf }: Pick<StorefrontTable, 'names' | 'accountOf'>,
  store: SyncDatabase,
): readonly NotifiedAccount[] => {
  const byAccount = new Map<string, string[]>();
  for (const storefront of names()) {
    const account = accountOf(storefront);
    const storefronts = byAccount.get(account);
    if (storefronts === undefined) byAccount.set(account, [storefront]);
    else storefronts.push(storefront);
  }
  return [...byAccount].map(([name, storefronts]) => ({ name, storefronts, reviews: store.forAccount(name).reviews }));
};

/** The status of the answer or the code of the failure; never the error's message. */
const reasonOf = (error: unknown): string => {
  if (error instanceof HTTPError) return `status ${error.response.statusCode}`;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : errorName(error);
};

/** The previous month, `YYYY-MM`, in the days before its filing; undefined on other days. */
const monthAboutToBeFiled = (now: number): string | undefined => {
  const today = new Date(now);
  const day = today.getUTCDate();
  if (day < filingDay - daysBefore || day > filingDay) return undefined;
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1)).toISOString().slice(0, 7);
};

/** How many runs are searched for one that covers the month, newest first. */
const searchedRuns = 50;

/** Sales that are neither sent nor decided. Undefined when the month is closed, or cannot be read. */
const openSales = async (
  { reviews, storefronts }: NotifiedAccount,
  month: string,
  now: Instant,
): Promise<OpenSales | undefined> => {
  const closed = await reviews.closedPeriods();
  const listed = await reviews.listRuns({ before: O.none, limit: searchedRuns })();
  if (E.isLeft(closed) || E.isLeft(listed) || closed.right.some((period) => period.month === month)) return undefined;
  const openOf = async (runId: string, of: readonly string[]): Promise<number> => {
    const groups = await reviews.matterGroups({ storefronts: of, runId, isSent: false, state: 'open', now })();
    return E.isLeft(groups) ? 0 : groups.right.reduce((all, { count }) => all + count, 0);
  };
  const run = listed.right.runs.find(
    ({ dryRun, range: { from, to } }) => !dryRun && from.slice(0, 7) <= month && to.slice(0, 7) >= month,
  );
  const live: Record<string, number> = {};
  for (const storefront of storefronts) live[storefront] = await openOf(liveRunId(storefront), [storefront]);
  return { live, run: run === undefined ? null : { id: run.id, open: await openOf(run.id, run.storefronts) } };
};
