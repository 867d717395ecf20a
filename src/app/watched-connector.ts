import * as E from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type { SourceError } from '../domain/errors.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';

/**
 * Observes a call, so that missing responses can be reported.
 *
 * @param who the Tax Nexus Service, or a storefront by its name
 * @param isAnswer whether the result is a response, and not a substitute for a missing one
 */
export type Watch = <A>(who: string, question: Task<A>, isAnswer: (answer: A) => boolean) => Task<A>;

const isAnswer = (answer: E.Either<SourceError, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'SourceUnreachable';

/** The same connector, with its calls observed. */
export const watchedConnector = (watch: Watch, storefront: string, connector: SourceConnector): SourceConnector => {
  const watched = <A>(question: Task<E.Either<SourceError, A>>): Task<E.Either<SourceError, A>> =>
    watch(storefront, question, isAnswer);
  return {
    ...connector,
    check: watched(connector.check),
    account: watched(connector.account),
    windows: (range) => watched(connector.windows(range)),
    changes: (interval) => watched(connector.changes(interval)),
    readPage: (window, from) => watched(connector.readPage(window, from)),
    readRecord: (id) => watched(connector.readRecord(id)),
  };
};
