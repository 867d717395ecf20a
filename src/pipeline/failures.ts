import type { StoreError } from '../domain/sync-store.ts';
import { leaseLength } from './limits.ts';
import { runAgainLater, type Stop } from './progress.ts';
import { isRetryable, type SourceError } from '../domain/errors.ts';
import type { NotRead } from './call-source.ts';

/** Why a platform or the service did not do its part, for whoever decides by it: credentials are a person's to renew. */
export type FailureCause = Stop['cause'] | 'interrupted' | 'defect';

/** Why a run could not go on. Each `message` says what to do; nothing that was settled is lost by any of them. */
export type SyncFailure =
  | StoreError
  /** The request names a storefront that is not configured; or, with an empty `storefront`, it names none at all. */
  | { readonly _tag: 'UnknownStorefront'; readonly storefront: string; readonly message: string }
  /** Another process is at work on it. */
  | { readonly _tag: 'StorefrontBusy'; readonly storefront: string; readonly message: string }
  /** The storefront's platform did not answer, or refused the question; the other storefronts went on. */
  | {
      readonly _tag: 'SourceFailed';
      readonly storefront: string;
      readonly cause: FailureCause;
      readonly message: string;
    }
  /** The service gave no clear answer for long, or refused the key. */
  | { readonly _tag: 'ServiceFailed'; readonly cause: FailureCause; readonly message: string }
  /** The service does not hold what this sync database knows to be confirmed: another account's key, or book. */
  | { readonly _tag: 'OtherAccount'; readonly message: string }
  /** No run has this id, or there is no run yet. */
  | { readonly _tag: 'UnknownRun'; readonly message: string }
  /** The storefront has no such record. */
  | { readonly _tag: 'UnknownRecord'; readonly message: string };

export const unknownStorefront = (storefront: string, known: readonly string[]): SyncFailure => ({
  _tag: 'UnknownStorefront',
  storefront,
  message: `There is no storefront "${storefront}"; there is ${known.length === 0 ? 'none' : known.join(', ')}. Add it to the configuration or correct the name.`,
});

export const noStorefront = (known: readonly string[]): SyncFailure => ({
  _tag: 'UnknownStorefront',
  storefront: '',
  message:
    known.length === 0
      ? 'There is no storefront yet, so that nothing would be synced. Add one to the configuration, or by storefronts.add, and start again.'
      : `The request names no storefront. Name at least one of ${known.join(', ')}, or leave the storefronts out for all of them.`,
});

/** What stands behind this is for machines alone. */
const machineSuffix = / #.*$/;

const nameOf = (owner: string): string => {
  const [machine, processId, ...rest] = owner.split('/');
  return processId === undefined || rest.length === 0
    ? owner.replace(machineSuffix, '')
    : `process ${processId} on ${machine ?? ''}`;
};

/** `owner` is the other process as its lease names it: `machine/process id/start-random`, or a name of the host's choosing. */
export const storefrontBusy = (storefront: string, owner: string): SyncFailure => ({
  _tag: 'StorefrontBusy',
  storefront,
  message: `Another process is at work on ${storefront} (${nameOf(owner)}). Wait until it has finished, or for ${leaseLength / 60_000} minutes if it was killed on another machine; the same run goes on from where it is.`,
});

/** Another process took over while this one was stopped, asleep or cut off: its findings are newer. */
export const storefrontTakenOver = (storefront: string): SyncFailure => ({
  _tag: 'StorefrontBusy',
  storefront,
  message: `Another process took over ${storefront} while this one stood still. What this one had read last was not written; the same run goes on from where the other one is.`,
});

export const unknownRun = (runId: string): SyncFailure => ({
  _tag: 'UnknownRun',
  message: `The sync database holds no run "${runId}". Its id stands in the first line of its report; without an id, the newest run is meant.`,
});

export const unknownRecord = (storefront: string, id: string): SyncFailure => ({
  _tag: 'UnknownRecord',
  message: `${storefront} has no record "${id}". Use the platform's own id, the name that the merchant sees, or the id or the name of the transaction.`,
});

export const otherAccount = (): SyncFailure => ({
  _tag: 'OtherAccount',
  message:
    'The service holds none of the transactions that this sync database knows to be confirmed: the API key is of another account, or the sync database is. Correct service.apiKey, or give this account a sync database of its own (state). Nothing was sent.',
});

/** What a failure of a platform is called when it stops a storefront. */
export const failureCauseOf = ({ _tag }: SourceError): Stop['cause'] => {
  switch (_tag) {
    case 'SourceCredentialsRefused':
      return 'credentials';
    case 'SourceUnreachable':
    case 'SourceThrottled':
      return 'no answer';
    case 'SourceRefused':
      return 'refused';
  }
};

/** What stops a storefront whose platform could not be read. Pure. */
export const toStop = (storefront: string, error: SourceError): Stop => ({
  who: storefront,
  cause: failureCauseOf(error),
  message: describeSourceError(error),
});

/**
 * What ended the reading of a platform, for the person who must act. A platform that did not answer, or asked to slow
 * down, says nothing of what to do; whatever it refused does. Pure.
 */
const describeSourceError = (error: SourceError): string =>
  isRetryable(error) ? `${error.message}. ${runAgainLater}` : error.message;

/** The failure that an unread storefront comes to. Pure. */
export const toSourceFailure = (storefront: string, error: SourceError | NotRead): SyncFailure => {
  if (error._tag !== 'NotRead')
    return {
      _tag: 'SourceFailed',
      storefront,
      cause: failureCauseOf(error),
      message: `${storefront}: ${describeSourceError(error)}`,
    };
  const after = error.after === undefined ? '' : ` while its platform said: ${error.after.message}`;
  return { _tag: 'SourceFailed', storefront, cause: 'interrupted', message: `${storefront}: interrupted${after}` };
};

/**
 * Why a run ended before its time, a line for each who stopped it; none when nobody did. A stop can be the failure as well,
 * and is sent once. Pure.
 */
export const describeStops = (stops: readonly Stop[], failure: SyncFailure | null): readonly string[] => {
  const lines = stops.map(({ who, message }) => `${who}: ${message}`);
  const isListed = failure === null || stops.some(({ message }) => failure.message.endsWith(message));
  return isListed ? lines : [...lines, failure.message];
};
