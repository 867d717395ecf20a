import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import type { SourceConnector, WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';
import { callSafely } from '../pipeline/call-source.ts';

/** Made within the question: a step may throw before it gives one, where no promise would carry that. */
const contained =
  <A>(make: () => TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
  () =>
    callSafely(() => make()());

const unreadable: WebhookRefusal = {
  _tag: 'Unreadable',
  message: 'The connector failed by a defect of its own; the delivery was not taken. Report it to its author.',
};

const understood = (read: () => E.Either<WebhookRefusal, WebhookMeaning>): E.Either<WebhookRefusal, WebhookMeaning> => {
  try {
    return read();
  } catch {
    return E.left(unreadable);
  }
};

/**
 * The same connector, whose steps never throw or reject: the engine calls it from timers, where an exception would end
 * the host's process. A thrown value is not repeated: it may contain a record. Methods keep their `this`, so a
 * connector may be an instance of a class.
 */
export const containedConnector = (connector: SourceConnector): SourceConnector => {
  const receiveVerified = connector.receiveVerified?.bind(connector);
  return {
    platform: connector.platform,
    check: contained(() => () => connector.check()),
    account: contained(() => () => connector.account()),
    windows: (range) => contained(() => connector.windows(range)),
    changes: (interval) => contained(() => connector.changes(interval)),
    readPage: (window, from) => contained(() => connector.readPage(window, from)),
    readRecord: (id) => contained(() => connector.readRecord(id)),
    receiveWebhook: (request) => understood(() => connector.receiveWebhook(request)),
    ...(receiveVerified !== undefined && {
      receiveVerified: (delivery) => understood(() => receiveVerified(delivery)),
    }),
    subscriptions: connector.subscriptions,
  };
};
