/** The operations as promises, whose rejections are `TaxNexusError`s. Here fp-ts ends. */
import type { LineFilter } from '../domain/sync-store.ts';
import { type Caller, type DeclaredOperation, narrowed, ofRun } from './operation.ts';
import type { Loads } from './table.ts';
import { rightOrThrow } from './tax-nexus-error.ts';

/** The promises of a table for who asks. A declaration is loaded when its promise is first called: an app's import does without it. */
export const promisesOf = <Promises extends object>(caller: Caller, table: Loads<Promises>): Promises =>
  // Names and types are those of the table.
  promisesIn(caller, table) as Promises;

export interface CsvPromise {
  /**
   * The lines of its report as CSV, a row each, piece by piece: what was received before it throws is not all. Throws
   * `UNKNOWN_RUN` and `STATE`.
   */
  readonly csv: (runId: string) => AsyncIterable<string>;
}

/** `historicalSync.csv`, of the lines of a filter. */
export const csvOf = (caller: Caller) =>
  async function* csv(runId: string, filter: LineFilter = {}): AsyncIterable<string> {
    const { csvPages } = await import('./lines-as-csv.ts');
    const ports = rightOrThrow(await narrowed(caller, ofRun({ runId }))());
    const { store } = rightOrThrow(await ports.opened());
    for await (const rows of csvPages(store, runId, filter)) yield rightOrThrow(rows);
  };

type Load = () => Promise<DeclaredOperation<readonly unknown[], unknown>>;

interface Table {
  readonly [name: string]: Load | Table;
}

const promisesIn = (caller: Caller, table: Table): object =>
  Object.fromEntries(
    Object.entries(table).map(([name, one]) => [
      name,
      typeof one === 'function' ? promiseOf(caller, one) : promisesIn(caller, one),
    ]),
  );

const promiseOf =
  (caller: Caller, load: Load): ((...words: readonly unknown[]) => Promise<unknown>) =>
  async (...words) =>
    rightOrThrow(await (await load()).call(caller, ...words)());
