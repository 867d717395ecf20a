import type * as T from 'fp-ts/lib/Task.js';

type AnyTask = T.Task<unknown>;
type Method = (...all: readonly unknown[]) => AnyTask;

/** What `mapTasks` cannot see: a task and a method that returns one are both functions. */
interface Shape<Port> {
  /** The members that are tasks themselves. */
  readonly tasks: readonly (keyof Port & string)[];
  /** The members that stay as they are. */
  readonly kept: readonly (keyof Port & string)[];
}

/**
 * A port whose tasks each pass through `wrap`, those that its methods return as well: for retries, and for processes that die
 * in tests. `wrap` keeps the type of a task's result.
 *
 * @example
 * const store = mapTasks(sqlite, { tasks: ['remoteIndexState'], kept: ['close'] }, (_, task) => retried(task));
 */
export const mapTasks = <Port extends object>(
  port: Port,
  { tasks, kept }: Shape<Port>,
  wrap: (name: string, task: AnyTask) => AnyTask,
): Port => {
  const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
  const members = Object.entries(port).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || isOneOf(kept, name)) return [name, member];
    if (isOneOf(tasks, name)) return [name, wrap(name, member as AnyTask)];
    return [name, (...all: readonly unknown[]) => wrap(name, (member as Method)(...all))];
  });
  return Object.fromEntries(members) as Port;
};
