import type * as T from 'fp-ts/lib/Task.js';
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
      store: {
        openRun: (...all) => task(store.openRun(...all)),
        findRun: (...all) => task(store.findRun(...all)),
        setTimeZone: (...all) => task(store.setTimeZone(...all)),
        closeRun: (...all) => task(store.closeRun(...all)),
        acquireLease: (...all) => task(store.acquireLease(...all)),
        releaseLease: (...all) => task(store.releaseLease(...all)),
        readCheckpoint: (...all) => task(store.readCheckpoint(...all)),
        lookUpTransactions: (...all) => task(store.lookUpTransactions(...all)),
        saveIntents: (...all) => task(store.saveIntents(...all)),
        recordAttempt: (...all) => task(store.recordAttempt(...all)),
        commitPage: (...all) => task(store.commitPage(...all)),
        remoteIndexState: task(store.remoteIndexState),
        saveRemoteIndexPage: (...all) => task(store.saveRemoteIndexPage(...all)),
        findNewestConfirmed: (...all) => task(store.findNewestConfirmed(...all)),
        serviceFacts: (...all) => task(store.serviceFacts(...all)),
        saveServiceFacts: (...all) => task(store.saveServiceFacts(...all)),
        hasSalesWithoutReferences: (...all) => task(store.hasSalesWithoutReferences(...all)),
        summarizeRun: (...all) => task(store.summarizeRun(...all)),
        findLines: (...all) => task(store.findLines(...all)),
        close: task(store.close),
      },
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
