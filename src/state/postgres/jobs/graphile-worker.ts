import type { EventEmitter } from 'node:events';
import type { PgPool } from '../pg-driver.ts';

/** The part of `graphile-worker` that we use. */
export interface GraphileWorker {
  readonly run: (options: GraphileOptions & GraphileRunOptions) => Promise<GraphileRunner>;
  readonly runMigrations: (options: GraphileOptions) => Promise<void>;
  readonly parseCronItems: (items: readonly GraphileCronItem[]) => readonly unknown[];
  readonly Logger: new (factory: () => (level: string, message: string) => void) => unknown;
}

export interface GraphileOptions {
  readonly pgPool: PgPool;
  readonly schema: string;
  readonly logger: unknown;
}

export interface GraphileRunOptions {
  readonly taskList: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  readonly concurrency: number;
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly noHandleSignals: boolean;
  readonly events: EventEmitter;
  readonly parsedCronItems: readonly unknown[];
  readonly preset: { readonly worker: { readonly completeJobBatchDelay: number; readonly failJobBatchDelay: number } };
}

export interface GraphileRunner {
  readonly stop: () => Promise<void>;
  readonly promise: Promise<void>;
}

export interface GraphileCronItem {
  readonly task: string;
  readonly match: string;
  readonly identifier: string;
  readonly options: { readonly queueName: string; readonly priority: number; readonly jobKey: string };
}
