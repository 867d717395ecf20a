/**
 * Wraps each request to the Tax Nexus Service in one function, such as one that waits for the rate limit that processes
 * share.
 */
import * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type {
  CursorRefused,
  PushReply,
  ServiceFailure,
  ServicePage,
  StoredTransaction,
  TaxService,
} from './tax-service.ts';

/** A request as a link sees it. */
export interface ServiceRequest<A> {
  readonly kind: keyof TaxService;
  /** Why the answer is not usable; undefined for one that is. */
  readonly failureOf: (answer: A) => ServiceFailure | undefined;
  /** The answer that stands for a failure. */
  readonly failed: (failure: ServiceFailure) => A;
  /** The kind of answer, such as `Accepted` or `SlowDown`. */
  readonly tagOf: (answer: A) => string;
  /** The same answer with each transaction that it shows changed. */
  readonly withStored: (answer: A, change: (stored: StoredTransaction) => StoredTransaction) => A;
}

/** `send` makes the request; for a push it calls its start guard first, so a link that waits does so before. */
export type ServiceLink = <A>(request: ServiceRequest<A>, send: () => Promise<A>) => Promise<A>;

const listRequest: ServiceRequest<E.Either<ServiceFailure | CursorRefused, ServicePage>> = {
  kind: 'list',
  failureOf: (page) => (E.isLeft(page) && page.left._tag !== 'CursorRefused' ? page.left : undefined),
  failed: E.left,
  tagOf: (page) => (E.isLeft(page) ? page.left._tag : 'Page'),
  withStored: (page, change) =>
    E.map((read: ServicePage) => ({ ...read, transactions: read.transactions.map(change) }))(page),
};

const findRequest: ServiceRequest<E.Either<ServiceFailure, O.Option<StoredTransaction>>> = {
  kind: 'find',
  failureOf: (found) => (E.isLeft(found) ? found.left : undefined),
  failed: E.left,
  tagOf: (found) => (E.isLeft(found) ? found.left._tag : found.right._tag),
  withStored: (found, change) => E.map(O.map(change))(found),
};

const failureOfReply = (reply: PushReply): ServiceFailure | undefined => {
  switch (reply._tag) {
    case 'Accepted':
    case 'Exists':
    case 'Refused':
    case 'NotStarted':
      return undefined;
    case 'CredentialsRefused':
    case 'Misdirected':
    case 'SlowDown':
    case 'Unclear':
      return reply;
  }
};

const writeRequest = (kind: 'push' | 'correct' | 'remove'): ServiceRequest<PushReply> => ({
  kind,
  failureOf: failureOfReply,
  failed: identity,
  tagOf: ({ _tag }) => _tag,
  withStored: (reply, change) =>
    reply._tag === 'Accepted' && reply.stored !== null ? { ...reply, stored: change(reply.stored) } : reply,
});

export const serviceRequests = {
  list: listRequest,
  find: findRequest,
  push: writeRequest('push'),
  correct: writeRequest('correct'),
  remove: writeRequest('remove'),
};

/** The same service, with a link around each of its requests. */
export const linkedService = (service: TaxService, link: ServiceLink): TaxService => {
  const { correct, remove } = service;
  return {
    list: (cursor) => () => link(serviceRequests.list, service.list(cursor)),
    find: (id) => () => link(serviceRequests.find, service.find(id)),
    push: (body, mayStart) => () => link(serviceRequests.push, service.push(body, mayStart)),
    ...(correct !== undefined && {
      correct: (remoteId, body) => () => link(serviceRequests.correct, correct(remoteId, body)),
    }),
    ...(remove !== undefined && { remove: (remoteId) => () => link(serviceRequests.remove, remove(remoteId)) }),
  };
};
