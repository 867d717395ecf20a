import type * as T from 'fp-ts/lib/Task.js';
import { mapTasks } from '../../src/pipeline/store-with-retry.ts';
import type { CrashPoint, SyncPorts } from '../../src/pipeline/ports.ts';

export interface Mortal {
  readonly ports: SyncPorts;
  /** Makes anything else that the process calls as mortal as its ports. */
  readonly task: <A>(inner: T.Task<A>) => T.Task<A>;
  /** Settles when the process has died. */
  readonly death: Promise<'dead'>;
  /** How often each point was passed. */
  readonly passes: ReadonlyMap<CrashPoint, number>;
}

const never = <A>(): Promise<A> => new Promise(() => undefined);

/**
 * Ports of a process that dies when it passes a point for the `hit`-th time: from then on nothing that it calls answers,
 * and no call has an effect. A request that was on the wire by then is still carried out at the other end.
 */
export const mortal = (ports: SyncPorts, diesAt?: { readonly point: CrashPoint; readonly hit: number }): Mortal => {
  const state = { isDead: false };
  const isDead = (): boolean => state.isDead;
  const passes = new Map<CrashPoint, number>();
  let die: (word: 'dead') => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => {
    die = resolve;
  });
  const task =
    <A>(inner: T.Task<A>): T.Task<A> =>
    async () => {
      if (isDead()) return never();
      const result = await inner();
      return isDead() ? never() : result;
    };
  const { store, service, clock } = ports;
  return {
    death,
    passes,
    task,
    ports: {
      ...ports,
      clock: { now: clock.now, sleep: (milliseconds) => task(clock.sleep(milliseconds)) },
      service: {
        list: (cursor) => task(service.list(cursor)),
        find: (id) => task(service.find(id)),
        push: (body, begin) => task(service.push(body, begin)),
      },
      store: mapTasks(store, { tasks: ['remoteIndexState', 'close'], kept: [] }, (_, inner) => task(inner)),
      crashPoint: (point) => {
        if (state.isDead) return;
        const passed = (passes.get(point) ?? 0) + 1;
        passes.set(point, passed);
        if (diesAt?.point !== point || diesAt.hit !== passed) return;
        state.isDead = true;
        die('dead');
      },
    },
  };
};
