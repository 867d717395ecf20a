/**
 * The interface of the Tax Nexus Service as the pipeline uses it: list, find, push, correct and remove, with every answer
 * that may come back.
 */
import * as O from 'fp-ts/lib/Option.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';

/** Why the service gave no usable answer. Messages hold no personal data and no key. */
export type ServiceFailure =
  /** 401, 403: every request would be refused. Pushing stops and everything pending stays pending. */
  | { readonly _tag: 'CredentialsRefused'; readonly message: string; readonly status?: number }
  /** 408, 425, 429: not done. All requests of the key wait; null when the service did not say how long. */
  | { readonly _tag: 'SlowDown'; readonly retryAfterMs: number | null }
  /**
   * 5xx, a broken connection, a timeout, an answer that makes no sense: the outcome is unknown. `retryAfterMs` when the
   * service asked for a pause.
   */
  | {
      readonly _tag: 'Unclear';
      readonly message: string;
      readonly retryAfterMs?: number;
      /** A complete answer with a success status that does not fit the interface: a web page, or an error. */
      readonly answeredWith?: AnsweredWith;
      /** Every retry would get the same answer. */
      readonly isFinal?: true;
    }
  /** A redirect, or 404 where the endpoint should be: the address is wrong. Nothing is followed, nothing is sent. */
  | { readonly _tag: 'Misdirected'; readonly message: string; readonly status?: number };

/** What came with a success status and is not a success: a web page, an error, or a body that shows neither. */
export type AnsweredWith = 'web page' | 'error' | 'body without the transaction';

/**
 * The body of a success that shows nothing of the transaction. `form`: equal for bodies with the same fields; `isPlain`: it is empty,
 * or says in words that it is a success.
 */
export interface OtherBody {
  readonly form: string;
  readonly isPlain: boolean;
}

/** The outcome of one POST, as far as the answer shows it. */
export type PushReply =
  /**
   * A 2xx: stored, as far as the body shows. `stored`: the transaction in the body; null when the body shows nothing of it,
   * and then `otherBody` describes the body.
   */
  | { readonly _tag: 'Accepted'; readonly stored: StoredTransaction | null; readonly otherBody?: OtherBody }
  /**
   * 409: the service holds something under this id or name. `isWebPage`: the body is a web page, perhaps of a proxy that
   * found no server. `named`: the id in the body, perhaps of the existing transaction. Neither is proof until the service
   * shows the transaction: some answer 409 for "locked, try again".
   */
  | { readonly _tag: 'Exists'; readonly isWebPage?: boolean; readonly named?: string }
  /**
   * 400, 422 and their like: this body is refused for good. `message` names paths, never values. `fingerprint` is equal for
   * refusals of one kind: status, code and paths.
   */
  | { readonly _tag: 'Refused'; readonly message: string; readonly fingerprint: string }
  | NotStarted
  | ServiceFailure;

/** The fingerprint of a refusal that never reached the service: the host's own `encode` failed, and nothing was sent. */
export const notEncoded = 'encode';

/** The request was not made. */
export interface NotStarted {
  readonly _tag: 'NotStarted';
}

/** Called just before a request is sent, after all waiting; false cancels it. */
export type StartGuard = () => Promise<boolean>;

/** 400, 404, 410, 422 and their like: the service does not know the cursor any more. Reading starts again from the head. */
export interface CursorRefused {
  readonly _tag: 'CursorRefused';
  readonly message: string;
}

export interface ServicePage {
  readonly transactions: readonly StoredTransaction[];
  /** None on the last page. */
  readonly next: O.Option<string>;
  /** How many rows had no id, and are not among these. Absent for none. */
  readonly withoutId?: number;
  /** How many rows are marked as deleted, and are not among these: the service holds them no longer. Absent for none. */
  readonly deleted?: number;
}

/** The Tax Nexus Service, as far as its interface is known. One request each: pace, pause and retry are the pipeline's. */
export interface TaxService {
  /** One page of what is stored under this key, newest created first. A page proves presence; only the whole list proves absence. */
  readonly list: (cursor: O.Option<string>) => TE.TaskEither<ServiceFailure | CursorRefused, ServicePage>;
  /** The transaction of an id, ours or the service's; none when the service does not hold it. */
  readonly find: (id: string) => TE.TaskEither<ServiceFailure, O.Option<StoredTransaction>>;
  /**
   * Sends a frozen body (canonical JSON text of a `WireTransaction`), unless `mayStart` cancels it: `NotStarted`. Never
   * rejects. A decorator passes `mayStart` on, so that it is called after all waiting.
   */
  readonly push: (body: string, mayStart?: StartGuard) => T.Task<PushReply>;
  /**
   * Replaces a stored transaction by a frozen body; null where it was deleted already. Absent where the service has no way to
   * do so. Never rejects.
   */
  readonly correct?: (remoteId: string | null, body: string) => T.Task<PushReply>;
  /** Deletes a stored transaction. Absent where the service has no way to do so. Never rejects. */
  readonly remove?: (remoteId: string) => T.Task<PushReply>;
}

/**
 * A transaction as the service shows it, in our names of the fields. Tolerant: only `id` is certain, every other field may be
 * missing, and fields that we do not know may be added.
 */
export const StoredTransaction = t.intersection(
  [t.type({ id: t.string }), t.partial({ name: t.union([t.string, t.null]) }), t.UnknownRecord],
  'StoredTransaction',
);

export type StoredTransaction = t.TypeOf<typeof StoredTransaction>;

/**
 * What the first pushed transaction and the list showed about a service. Stored by address, API key and wire settings: with
 * other settings, the next transaction is examined again.
 */
export const ServiceFacts = t.readonly(
  t.intersection([
    t.type({
      identity: t.union([t.literal('client'), t.literal('service')]),
      /** Whether a transaction stands in the list as soon as it is stored. */
      list: t.union([t.literal('prompt'), t.literal('late'), t.literal('not read')]),
      /** Fields that the list shows of a transaction; null as long as it showed none. */
      listShows: t.union([t.readonlyArray(t.string), t.null]),
      /** Fields that came back in another form and with the same meaning. */
      normalized: t.readonlyArray(t.string),
      /** Fields of money, state or day that came back with another meaning: nothing more is pushed. */
      changed: t.readonlyArray(t.string),
      /** The first transaction: our id, and the service's. Never its name, which an erasure would have to find here. */
      first: t.readonly(t.type({ id: t.string, remoteId: t.string })),
      /** Whether the service refuses a name that it holds under another id; null as long as it had no occasion to. */
      refusesEqualNames: t.union([t.boolean, t.null]),
      /** Whether a single read finds a transaction as soon as it is stored; null where no single read was answered. */
      single: t.union([t.literal('prompt'), t.literal('late'), t.null]),
    }),
    t.partial({
      /** What an answer to a push shows of a transaction that was stored; absent where that is not known. */
      answers: t.union([t.literal('transaction'), t.literal('less')]),
      /** Whether a name of ours can be recognized in the name that the service shows; absent where it showed none. */
      names: t.union([t.literal('kept'), t.literal('changed')]),
    }),
  ]),
  'ServiceFacts',
);

export type ServiceFacts = t.TypeOf<typeof ServiceFacts>;

/** Facts as they are stored; none when another version wrote them. */
export const parseServiceFacts = (json: string): O.Option<ServiceFacts> =>
  pipe(J.parse(json), O.fromEither, O.filter(ServiceFacts.is));
