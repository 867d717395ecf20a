/** Lets the store use the database connections of the host's app without a broken or late connection harming either of them. */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerInTime, onRejection } from '../../domain/host-function.ts';
import type { HostPool } from '../../domain/host-pool.ts';
import type { PgClient, PgPool } from './driver.ts';

/**
 * The host's pool with the interface that the store uses. Ending it does nothing: the host ends its pool after `stop`. Until
 * then, a connection that the server closes while idle does not end the process of a host that listens to no errors.
 */
export const borrowedPool = (pool: HostPool): PgPool => {
  const emitter = pool instanceof EventEmitter ? pool : null;
  const listener = (): void => undefined;
  emitter?.on('error', listener);
  // Without a listener the job library prints a warning on the host's console. It guards its own connections, and `guarded`
  // guards ours.
  emitter?.on('connect', listener);
  const end = (): Promise<void> => {
    emitter?.removeListener('error', listener);
    emitter?.removeListener('connect', listener);
    return Promise.resolve();
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'end') return end;
      // The job library passes a callback, and listens to errors itself.
      if (name === 'connect') {
        return (...callback: readonly unknown[]) =>
          callback.length === 0
            ? connectInTime(target).then(guarded)
            : (Reflect.apply(target.connect, target, callback) as unknown);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  }) as unknown as PgPool;
};

type PooledClient = Awaited<ReturnType<HostPool['connect']>>;

/**
 * Gets a connection from the host. If it takes longer than a host function may, that is a failure, and the connection is closed
 * when it arrives.
 */
const connectInTime = async (pool: HostPool): Promise<PooledClient> => {
  const state = { isLate: false };
  const connecting = Promise.resolve(pool.connect()).then((client) => {
    if (state.isLate) onRejection(client.release(true), ignore);
    return client;
  });
  try {
    return await answerInTime(sleepUntilAborted, () => connecting);
  } catch (error) {
    state.isLate = true;
    throw error;
  }
};

const ignore = (): void => undefined;

const sleepUntilAborted = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal }).catch(ignore);
};

/** A connection that breaks while it is in use fails its statement; without a listener it would end the process as well. */
const guarded = (client: PooledClient): PgClient => {
  const { release } = client;
  client.on('error', ignore);
  return Object.assign(client, {
    release: (destroys?: boolean) => {
      client.removeListener('error', ignore);
      release.call(client, destroys);
    },
  }) as unknown as PgClient;
};
