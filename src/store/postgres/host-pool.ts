/** Lets the store use the database connections of the host's app without a broken or late connection harming either of them. */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerInTime, onRejection } from '../../domain/host-function.ts';
import type { HostClient, HostPool } from '../../domain/host-database.ts';
import { idleConnectionTimeout, maxConnections, type PgClient, type PgPool } from './driver.ts';

const ignore = (): void => undefined;

type PooledClient = Awaited<ReturnType<HostPool['connect']>>;

/**
 * Gets a connection from the host. If it takes longer than a host function may, that is a failure, and the connection is closed
 * when it arrives.
 */
const connectInTime = async <Client>(
  connect: () => Promise<Client>,
  close: (late: Client) => unknown,
): Promise<Client> => {
  const state = { isLate: false };
  const connecting = Promise.resolve(connect()).then((client) => {
    if (state.isLate) onRejection(close(client), ignore);
    return client;
  });
  try {
    return await answerInTime(sleepUntilAborted, () => connecting);
  } catch (error) {
    state.isLate = true;
    throw error;
  }
};

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
            ? connectInTime(
                () => target.connect(),
                (late) => late.release(true),
              ).then(guarded)
            : (Reflect.apply(target.connect, target, callback) as unknown);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  }) as unknown as PgPool;
};

interface Connection {
  readonly client: HostClient;
  isBroken: boolean;
  isInUse: boolean;
  closing: NodeJS.Timeout | null;
}

/** Connections that a host's function makes: at most `maxConnections`, closed when they are idle, and all of them by `end`. */
export const pooledConnections = (make: () => Promise<HostClient>): PgPool => {
  const open = new Set<Connection>();
  const waiting: (() => void)[] = [];
  let places = maxConnections;
  let isEnded = false;

  const close = async (connection: Connection): Promise<void> => {
    if (!open.delete(connection)) return;
    if (connection.closing !== null) clearTimeout(connection.closing);
    places += 1;
    waiting.shift()?.();
    try {
      await connection.client.end();
    } catch {
      // It is closed, or broken.
    }
  };
  const giveBack = (connection: Connection, destroys: boolean): void => {
    if (!connection.isInUse) return;
    connection.isInUse = false;
    if (destroys || connection.isBroken || isEnded) {
      close(connection).catch(ignore);
      return;
    }
    connection.closing = setTimeout(() => {
      close(connection).catch(ignore);
    }, idleConnectionTimeout);
    connection.closing.unref();
    waiting.shift()?.();
  };
  const take = (connection: Connection): PgClient => {
    if (connection.closing !== null) clearTimeout(connection.closing);
    connection.closing = null;
    connection.isInUse = true;
    return Object.assign(connection.client, {
      release: (destroys = false) => giveBack(connection, destroys),
    }) as unknown as PgClient;
  };
  const connect = async (): Promise<PgClient> => {
    for (;;) {
      if (isEnded) throw new Error('after calling end on the pool');
      const idle = [...open].find(({ isInUse }) => !isInUse);
      if (idle !== undefined) return take(idle);
      if (places > 0) break;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    places -= 1;
    try {
      const client = await connectInTime(make, (late) => late.end());
      const connection: Connection = { client, isBroken: false, isInUse: false, closing: null };
      client.on('error', () => {
        connection.isBroken = true;
        if (!connection.isInUse) close(connection).catch(ignore);
      });
      open.add(connection);
      return take(connection);
    } catch (error) {
      places += 1;
      waiting.shift()?.();
      throw error;
    }
  };
  return {
    connect,
    on: ignore,
    end: async () => {
      isEnded = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...open].filter(({ isInUse }) => !isInUse).map(close));
    },
  };
};
