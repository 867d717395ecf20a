/** The words of each notification: what happened, in a title and a text, and when two of them are about the same. */
import { defaultAccount } from '../../domain/inbox.ts';
import type { RunStatus } from '../../domain/run.ts';
import type { TaxNexusEventOf } from '../plugin/tax-nexus.ts';
import type { Notification } from './notification.ts';

/** A notification without its id and time. Of several with the same `about`, one is sent: see `quietMs`. */
export interface Notice extends Omit<Notification, 'id' | 'at'> {
  readonly about: string;
}

/** The events that may need a notification. */
export type NotifiedEvent = TaxNexusEventOf<'run.finished' | 'storefront.stopped' | 'reconcile.finished'>;

/** The notice about an event of this account; undefined for an event that needs none. */
export const noticeOfEvent = (event: NotifiedEvent, account: string): Notice | undefined => {
  if (event.type === 'run.finished') return noticeOfRun(event, account);
  return event.type === 'storefront.stopped' ? noticeOfStop(event, account) : noticeOfReconciliation(event, account);
};

export const ofAccount = (account: string): string => (account === defaultAccount ? '' : ` of account ${account}`);

/** Sales that need a person, by run. */
export interface OpenSales {
  /** From live work, by storefront. */
  readonly live: Readonly<Record<string, number>>;
  /** From the newest historical sync over the month; null without one. */
  readonly run: { readonly id: string; readonly open: number } | null;
}

/** About the month `YYYY-MM`, whose return is due on a day of the next one. */
export const closingNotice = (
  account: string,
  { month, filingDay }: { readonly month: string; readonly filingDay: number },
  { live, run }: OpenSales,
): Notice | undefined => {
  const parts = Object.entries(live)
    .filter(([, open]) => open > 0)
    .map(([storefront, open]) => `${count(open, 'sale')} of live work at ${storefront}`);
  if (run !== null && run.open > 0) parts.push(`${count(run.open, 'sale')} in run ${run.id}`);
  if (parts.length === 0) return undefined;
  return {
    kind: 'period.closing',
    about: `${account} ${month}`,
    account,
    storefront: null,
    title: `${month}${ofAccount(account)} is about to be filed, and sales need you`,
    text: `Held or failed: ${parts.join('; ')}. Decide them on the screen before the ${filingDay}th, then close the month.`,
  };
};

/** Undefined for an unfinished run: a person has paused it, or another process works on it. */
const endings: Readonly<Record<RunStatus, string | undefined>> = {
  running: undefined,
  paused: undefined,
  stopped: 'stopped, credentials were refused',
  finished: 'finished',
  canceled: 'canceled',
};

const noticeOfRun = (
  { runId, status, counts }: TaxNexusEventOf<'run.finished'>,
  account: string,
): Notice | undefined => {
  const ending = endings[status];
  if (ending === undefined) return undefined;
  const { succeeded, alreadyPresent, held, failed } = counts;
  const [sent, present, open] = [succeeded, alreadyPresent, held + failed].map((each) => each.toLocaleString('en-US'));
  return {
    kind: 'run.finished',
    about: `${runId} ${status} ${Object.values(counts).join(' ')}`,
    account,
    storefront: null,
    title: `Historical sync${ofAccount(account)} ${ending}: ${sent} sent, ${present} already there, ${open} need you`,
    text: `${count(held, 'sale')} held, ${count(failed, 'sale')} failed. Review the run on the screen, or with tax-nexus report --run ${runId}.`,
  };
};

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

const noticeOfStop = (
  { storefront, cause, who, message }: TaxNexusEventOf<'storefront.stopped'>,
  account: string,
): Notice | undefined => {
  if (cause !== 'credentials') return undefined;
  const isOfService = who === 'service';
  return {
    kind: 'credentials.refused',
    about: isOfService ? `service ${account}` : who,
    account,
    storefront: isOfService ? null : storefront,
    title: `Credentials refused: ${isOfService ? `the Tax Nexus Service${ofAccount(account)}` : who}`,
    text: `${message} Nothing is lost: sales wait, and are sent once the credentials are accepted.`,
  };
};

const noticeOfReconciliation = (
  { storefront, range: { from, to }, isComplete, differences }: TaxNexusEventOf<'reconcile.finished'>,
  account: string,
): Notice | undefined =>
  isComplete
    ? undefined
    : {
        kind: 'differences.found',
        about: `${storefront} ${from} ${to} ${differences}`,
        account,
        storefront,
        title: `${storefront}: ${count(differences, 'difference')} from ${from} to ${to}`,
        text: `Sales are missing at the service, or differ. tax-nexus reconcile --storefront ${storefront} --from ${from} --to ${to} names each.`,
      };
