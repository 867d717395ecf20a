import type * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { TaxService } from '../../domain/tax-service.ts';
import type { LivePorts, LiveWorker } from '../../live/index.ts';
import type { SourceConnector, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import type { RunProgress } from '../../operations/progress.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { isAnswer, observedService, type ServiceHealth } from '../outages.ts';

/**
 * What one command has, and a host's app has not: it works alone, so a run that it starts or retries is answered at its end, and
 * rejects with why it could not go on; and it goes on reading the sync database after a person has interrupted the work.
 */
export interface CommandPorts extends Pick<SyncPorts, 'isInterrupted' | 'crashPoint'> {
  /** Receives the progress of its run. */
  readonly report: (progress: RunProgress) => void;
  /** Observes calls to the service and the platforms. Default: no observer. */
  readonly watch?: Watch;
  /** Takes a line about a database that is away, which is then waited for. Left out, it is not waited for. */
  readonly noteAway?: (line: string) => void;
  /** Leaves the work of a run to workers, and follows it. Default false. */
  readonly isOnWorkers?: boolean;
  /** Sends notifications, as a process that does live work. Default false. */
  readonly isInforming?: boolean;
}

/**
 * Observes a call, so that missing responses can be reported.
 *
 * @param who the Tax Nexus Service, or a storefront by its name
 * @param isAnswer whether the result is a response, and not a substitute for a missing one
 */
export type Watch = <A>(who: string, question: Task<A>, isAnswer: (answer: A) => boolean) => Task<A>;

const unwatched: Watch = (_, question) => question;

/** Makes the live worker. `jobs`: the queue of the workers, where the sync database has one. */
export type MakeLiveWorker = (ports: LivePorts, jobs?: JobQueue) => LiveWorker;

/** The same connector, whose calls are observed. */
export const watchedConnector =
  ({ watch = unwatched }: Pick<CommandPorts, 'watch'>) =>
  (storefront: string, connector: SourceConnector): SourceConnector => {
    const watched = <A>(question: Task<E.Either<SourceError, A>>): Task<E.Either<SourceError, A>> =>
      watch(storefront, question, isAnswer);
    return {
      ...connector,
      check: watched(connector.check),
      account: watched(connector.account),
      windows: (range) => watched(connector.windows(range)),
      changes: (interval, happenedBefore, besides) => watched(connector.changes(interval, happenedBefore, besides)),
      readPage: (window, from) => watched(connector.readPage(window, from)),
      readRecord: (id) => watched(connector.readRecord(id)),
      subscriptions: O.map(({ status, apply }: WebhookSubscriptions) => ({
        status: (...words: Parameters<typeof status>) => watched(status(...words)),
        apply: (...words: Parameters<typeof apply>) => watched(apply(...words)),
      }))(connector.subscriptions),
    };
  };

/** The same service, whose calls are observed. A command reports no outages. */
export const watchedService = (
  service: TaxService,
  { watch = unwatched }: Pick<CommandPorts, 'watch'>,
): ServiceHealth => ({
  service: observedService(service, (call, isClear) => watch('the Tax Nexus Service', call, isClear)),
  unreachableSince: () => null,
  stop: () => undefined,
});
