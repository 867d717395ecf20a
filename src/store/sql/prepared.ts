/** Builds the text of a frequent statement only once, because kysely takes longer to build it than SQLite to run it. */
import type { Compilable, CompiledQuery, ControlledTransaction } from 'kysely';
import { fieldOf } from '../../domain/fields.ts';
import type { StoreTables } from '../schema.ts';

export type SqlTransaction = ControlledTransaction<StoreTables>;

/** Runs a statement with these values. */
type Prepared<Given, Row> = (transaction: SqlTransaction, given: Given) => Promise<readonly Row[]>;

/**
 * A statement whose text is built at its first use: kysely takes 30 to 60 µs to build one, and SQLite 5 to answer it
 * (bench/store). `build` sees a stand-in for each value, so it may compare and store them, and must not look at them.
 *
 * @example
 * const zonesOf = prepared((transaction, { run }: { readonly run: number }) =>
 *   transaction.selectFrom('run_time_zone').selectAll().where('run', '=', run),
 * );
 * const zones = await zonesOf(transaction, { run: 7 });
 */
export const prepared = <Given extends object, Row>(
  build: (transaction: SqlTransaction, given: Given) => Compilable<Row>,
): Prepared<Given, Row> => {
  // Each dialect has a different text.
  const texts = new WeakMap<object, CompiledQuery<Row>>();
  return async (transaction, given) => {
    const { adapter } = transaction.getExecutor();
    const query = texts.get(adapter) ?? build(transaction, standIns as Given).compile();
    texts.set(adapter, query);
    const parameters = query.parameters.map((parameter) => valueOf(parameter, given));
    return (await transaction.executeQuery<Row>({ ...query, parameters })).rows;
  };
};

/** Stands for the value of that name. */
class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const standIns: object = new Proxy({}, { get: (_, name) => new StandIn(String(name)) });

const valueOf = (parameter: unknown, given: object): unknown =>
  parameter instanceof StandIn ? fieldOf(given, parameter.name) : parameter;
