import type * as O from 'fp-ts/lib/Option.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoredTransaction } from './stored-transaction.ts';

/** Why the service gave no usable answer. Messages hold no personal data and no key. */
export type ServiceFailure =
  /** 401, 403: every request would be refused. The lane stops and everything pending stays pending. */
  | { readonly _tag: 'CredentialsRefused'; readonly message: string }
  /** 408, 425, 429: not done. All requests of the key wait; null when the service did not say how long. */
  | { readonly _tag: 'SlowDown'; readonly retryAfterMs: number | null }
  /**
   * 5xx, a broken connection, a time-out, an answer that makes no sense: nobody knows what happened. `retryAfterMs` when
   * the service asked for a pause with it.
   */
  | { readonly _tag: 'Unclear'; readonly message: string; readonly retryAfterMs?: number }
  /** A redirect, or 404 where the endpoint should be: the address is wrong. Nothing is followed, nothing is sent. */
  | { readonly _tag: 'Misdirected'; readonly message: string };

/** What became of one POST, as far as its answer shows. */
export type PushReply =
  /** Any 2xx: stored, and final. `stored` is what the answer shows of it; null when it shows nothing. */
  | { readonly _tag: 'Accepted'; readonly stored: StoredTransaction | null }
  /** 409: the service holds something under this id or name. */
  | { readonly _tag: 'Exists' }
  /**
   * 400, 422 and their like: this body is refused for good. `message` names paths, never values. `fingerprint` is equal for
   * refusals of one kind: status, code and paths.
   */
  | { readonly _tag: 'Refused'; readonly message: string; readonly fingerprint: string }
  | NotStarted
  | ServiceFailure;

/** The request was not made. */
export interface NotStarted {
  readonly _tag: 'NotStarted';
}

/** Asked just before a request is made, when nothing is waited for any more; false leaves it. */
export type Begin = () => Promise<boolean>;

/** 400, 410: the service does not know the cursor any more. Reading starts again from the head. */
export interface CursorRefused {
  readonly _tag: 'CursorRefused';
  readonly message: string;
}

export interface ServicePage {
  readonly transactions: readonly StoredTransaction[];
  /** None on the last page. */
  readonly next: O.Option<string>;
}

/** The Tax Nexus Service, as far as its interface is known. One request each: pace, pause and retry are the pipeline's. */
export interface TaxService {
  /** One page of what is stored under this key, newest created first. A list proves presence, never absence. */
  readonly list: (cursor: O.Option<string>) => TE.TaskEither<ServiceFailure | CursorRefused, ServicePage>;
  /** The transaction of an id, of ours or of the service's; none when the service says that there is none. */
  readonly find: (id: string) => TE.TaskEither<ServiceFailure, O.Option<StoredTransaction>>;
  /**
   * Sends a frozen body (canonical JSON text of a `WireTransaction`), unless `begin` leaves it: `NotStarted`. Never rejects.
   * What stands before another service hands `begin` on, so that it is asked after all waiting.
   */
  readonly push: (body: string, begin?: Begin) => T.Task<PushReply>;
}
