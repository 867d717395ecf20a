/** Loads the optional package `graphile-worker`, which runs the jobs of several worker processes, and types what we use of it. */
import type { EventEmitter } from 'node:events';
import type { PgPool } from '../driver.ts';
import { optionalPackage } from '../../sql/load-driver.ts';
import { fieldOf } from '../../../domain/fields.ts';

export interface GraphileWorker {
  readonly run: (options: GraphileOptions & GraphileRunOptions) => Promise<GraphileRunner>;
  readonly runMigrations: (options: GraphileOptions) => Promise<void>;
  readonly parseCronItems: (items: readonly GraphileCronItem[]) => readonly unknown[];
  readonly Logger: new (factory: () => (level: string, message: string) => void) => unknown;
}

interface GraphileOptions {
  readonly pgPool: PgPool;
  readonly schema: string;
  readonly logger: unknown;
}

/** A job that a worker has taken. */
export interface GraphileJob {
  readonly id: string;
  readonly locked_by: string | null;
  readonly attempts: number;
  readonly revision: number;
}

interface GraphileRunOptions {
  readonly taskList: Readonly<
    Record<string, (payload: unknown, helpers: { readonly job: GraphileJob }) => Promise<void>>
  >;
  readonly concurrency: number;
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly noHandleSignals: boolean;
  readonly events: EventEmitter;
  readonly parsedCronItems: readonly unknown[];
  readonly preset: {
    readonly worker: {
      readonly completeJobBatchDelay: number;
      readonly failJobBatchDelay: number;
      readonly preparedStatements: boolean;
    };
  };
}

export interface GraphileRunner {
  readonly stop: () => Promise<void>;
  readonly promise: Promise<void>;
}

export interface GraphileCronItem {
  readonly task: string;
  readonly match: string;
  readonly identifier: string;
  readonly options: { readonly priority: number; readonly jobKey: string };
}

const isGraphileWorker = (module: unknown): module is GraphileWorker =>
  ['run', 'runMigrations', 'parseCronItems', 'Logger'].every((name) => typeof fieldOf(module, name) === 'function');

export const loadGraphileWorker = optionalPackage(
  {
    'graphile-worker': async () => {
      try {
        return await import('graphile-worker');
      } catch (error) {
        return error;
      }
    },
  },
  isGraphileWorker,
  'Workers need the package graphile-worker (0.17.3 or later, below 0.19), which is not installed: ' +
    'npm install graphile-worker. Without it each process does its own work.',
);
