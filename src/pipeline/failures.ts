/** Every way in which a run can end early, with a message that names the remedy for a person. */
import type { StoreError } from '../domain/sync-store.ts';
import { leaseLength } from './limits.ts';
import { isOfKey, type PushGate } from './push-gate.ts';
import type { NoLookup } from './rate-limit/ask-service.ts';
import { runAgainLater, type Stop } from './progress.ts';
import { isRetryable, type SourceError } from '../domain/errors.ts';
import type { NotRead } from './call-source.ts';

/** Why a platform or the service failed. Callers decide by it whether a retry can help: only a person can renew credentials. */
export type FailureCause = Stop['cause'] | 'interrupted' | 'defect';

/** Why a run could not continue. Each `message` states what to do; none of them loses anything that is committed. */
export type SyncFailure =
  | StoreError
  /** The request names a storefront that is not configured; or, with an empty `storefront`, it names none at all. */
  | { readonly _tag: 'UnknownStorefront'; readonly storefront: string; readonly message: string }
  /** Another process works on the storefront. */
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
  /**
   * The service holds none of the transactions that this sync database has as confirmed: the key or the database belongs to
   * another account.
   */
  | { readonly _tag: 'OtherAccount'; readonly message: string }
  /** No run has this id, or there is no run yet. */
  | { readonly _tag: 'UnknownRun'; readonly message: string }
  /** The storefront has no such record. */
  | { readonly _tag: 'UnknownRecord'; readonly message: string };

export const unknownStorefront = (storefront: string, known: readonly string[]): SyncFailure => ({
  _tag: 'UnknownStorefront',
  storefront,
  message: `There is no storefront "${storefront}". Configured: ${known.join(', ') || 'none'}. Add it to the configuration or correct the name. If it was an imported file, run tax-nexus import again with the same file.`,
});

export const noStorefront = (known: readonly string[]): SyncFailure => ({
  _tag: 'UnknownStorefront',
  storefront: '',
  message:
    known.length === 0
      ? 'No storefront is configured, or none of the account that you named. Add one to the configuration, or with storefronts.add, or correct the account.'
      : `The request names no storefront. Name at least one of ${known.join(', ')}, or leave the storefronts out for all of them.`,
});

/** `owner` is the other process as its lease names it: `machine/process id/start-random`, or a name of the host's choosing. */
export const storefrontBusy = (storefront: string, owner: string): SyncFailure => ({
  _tag: 'StorefrontBusy',
  storefront,
  message: `Another process works on ${storefront} (${nameOf(owner)}). Wait until it has finished, or ${leaseLength / 60_000} minutes if it was killed on another machine. The same run continues from there.`,
});

/** Another process took over while this one was stopped, asleep or cut off: its findings are newer. */
export const storefrontTakenOver = (storefront: string): SyncFailure => ({
  _tag: 'StorefrontBusy',
  storefront,
  message: `Another process took over ${storefront} while this one was suspended. The last page of this one was not written; the same run continues in the other process.`,
});

export const unknownRun = (runId: string): SyncFailure => ({
  _tag: 'UnknownRun',
  message: `There is no run "${runId}" in the sync database. The first line of a report has the run's id; without an id, the newest run is used.`,
});

export const unknownRecord = (storefront: string, id: string): SyncFailure => ({
  _tag: 'UnknownRecord',
  message: `${storefront} has no record "${id}". Use the platform's id, the order's name, or the id or name of the transaction.`,
});

export const severalRecords = (storefront: string, name: string, choices: readonly string[]): SyncFailure => ({
  _tag: 'UnknownRecord',
  message: `${storefront} has several records "${name}". Use the id of one of them: ${choices.join(', ')}.`,
});

export const otherAccount = (): SyncFailure => ({
  _tag: 'OtherAccount',
  message:
    'The service holds none of the transactions that are confirmed in this sync database: the API key or the sync database belongs to another account, or the service lost them. Correct service.apiKey. Use a separate sync database (state) only for an account that was never sent these sales. Nothing was sent.',
});

/** Why the service has no result for a transaction that was looked up. */
export const whyNoLookup = (
  { stopped }: { readonly stopped: () => Stop | null },
  answer: NoLookup,
): { readonly cause: FailureCause; readonly message: string } => {
  if (answer._tag === 'NoClearAnswer') return { cause: 'no answer', message: answer.message };
  const { cause, message } = stopped() ?? { cause: 'interrupted', message: 'the lookup was interrupted' };
  return { cause, message };
};

/** The cause that a platform's failure has when it stops a storefront. */
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

/** The stop of a storefront whose platform could not be read. Pure. */
export const toStop = (storefront: string, error: SourceError): Stop => ({
  who: storefront,
  cause: failureCauseOf(error),
  message: describeSourceError(error),
});

/** The failure of a run whose storefront could not be read. Pure. */
export const toSourceFailure = (storefront: string, error: SourceError | NotRead): SyncFailure => {
  if (error._tag !== 'NotRead')
    return {
      _tag: 'SourceFailed',
      storefront,
      cause: failureCauseOf(error),
      message: `${storefront}: ${describeSourceError(error)}`,
    };
  const after = error.after === undefined ? '' : `; last response of its platform: ${error.after.message}`;
  return { _tag: 'SourceFailed', storefront, cause: 'interrupted', message: `${storefront}: interrupted${after}` };
};

/** The message when all pushes stop because many were refused. Pure. */
export const refusesAllMessage = (
  fingerprint: string,
  rest = 'Nothing more was pushed. Sales without an outcome stay pending.',
): string => {
  if (isOfKey(fingerprint)) {
    return `The Tax Nexus Service answers ${fingerprint.replace(/\D/g, '')} to each transaction, while its list can be read. ${rest} Check service.apiKey, which may have no permission to write, and service.baseUrl; or ask its support what refuses them.`;
  }
  if (fingerprint.includes('409')) {
    return `The Tax Nexus Service answers 409 to each transaction and shows none of them. ${rest} Ask its support what the 409 means, then run again.`;
  }
  if (/web page|error in it|without the transaction/.test(fingerprint)) {
    return `No transaction is stored: ${fingerprint}. ${rest} Check service.baseUrl and service.apiKey, or ask its support, then run again.`;
  }
  if (fingerprint === '402') {
    return `The Tax Nexus Service answers 402 (payment required) to each transaction. ${rest} Settle your plan there, then run again.`;
  }
  return refusesEach(fingerprint, rest);
};

/** The stop of a run whose few sales were all refused, too few to stop all pushes: see `PushGate.refusedEach`. At most one. */
export const stopsOfRefusedEach = ({ refusedEach }: Pick<PushGate, 'refusedEach'>): readonly Stop[] => {
  const fingerprint = refusedEach();
  return fingerprint === null
    ? []
    : [
        {
          who: 'service',
          cause: 'refused',
          message: refusesAllMessage(fingerprint, 'None was accepted, and all are tried again.'),
        },
      ];
};

/** The part of an owner's name that only machines need. */
const machineSuffix = / #.*$/;

const nameOf = (owner: string): string => {
  const [machine, processId, ...rest] = owner.split('/');
  return processId === undefined || rest.length === 0
    ? owner.replace(machineSuffix, '')
    : `process ${processId} on ${machine ?? ''}`;
};

/**
 * Why reading a platform ended, for the person who must act. A missing response or a request to slow down needs "run
 * again later"; a refusal has its own remedy. Pure.
 */
const describeSourceError = (error: SourceError): string =>
  isRetryable(error) ? `${error.message}. ${runAgainLater}` : error.message;

const refusesEach = (fingerprint: string, rest: string): string =>
  `The Tax Nexus Service refuses each transaction for the same reason (${fingerprint}). ${rest} Set service.wire to match the service (amounts, names, nulls, extra; leaveOut for fields that it does not take), then run again.`;
