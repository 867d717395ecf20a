import type { CommandPorts } from '../../src/app/plugin/command-ports.ts';
import { assemble } from '../../src/app/plugin/tax-nexus-of.ts';
import { readConfiguration } from '../../src/app/configuration/read-configuration.ts';
import { settingsOfConfiguration } from '../../src/app/settings-of-configuration.ts';
import type { JobQueue } from '../../src/domain/job-queue.ts';
import type { Inbox } from '../../src/domain/inbox.ts';
import type { ReviewStore } from '../../src/domain/review-store.ts';
import { liveWorker } from '../../src/live/index.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { silent } from './a-sync.ts';
import { right } from './right.ts';

/** What a command works on. */
export interface OpenedCommand {
  readonly ports: SyncPorts;
  readonly inbox: Inbox;
  readonly reviews: ReviewStore;
  readonly jobs: JobQueue | null;
  readonly close: () => Promise<void>;
}

const unwatched: CommandPorts = { report: () => undefined, isInterrupted: () => false, crashPoint: () => undefined };

/** The parts of the pipeline, as a command of a configuration has them. */
export const openedCommand = async (written: object, folder = '.'): Promise<OpenedCommand> => {
  const configuration = right(readConfiguration(written, { folder, env: {} }));
  const settings = await settingsOfConfiguration(configuration, silent);
  const { taxNexus, opened } = assemble(settings, liveWorker, unwatched);
  const { inbox, account } = await opened();
  const { sync: ports, reviews, jobs } = await account('default');
  return { ports, inbox, reviews, jobs, close: taxNexus.stop };
};
