import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../../../src/domain/environment.ts';
import { defaultAccount } from '../../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { liveWorker } from '../../../src/live/live-worker.ts';
import type { OneAccountPorts } from '../../../src/live/live-ports.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../../support/a-live-world.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

type How = 'throws' | 'rejects';

/** A loop without a pause never ends: from this call on, a broken function gives no answer any more. */
const maxCalls = 500;

interface Defect {
  isBroken: boolean;
  calls: number;
  readonly how: How;
}

const fail = (defect: Defect): Promise<never> => {
  defect.calls += 1;
  if (defect.calls > maxCalls) return new Promise(() => undefined);
  if (defect.how === 'throws') throw new TypeError('a defect');
  return Promise.reject(new TypeError('a defect'));
};

/** A port with one member that fails while `isBroken`: a task, or a method that returns one. */
const withDefect = <Port extends object>(port: Port, name: string, defect: Defect): Port => {
  const before = port[name as keyof Port] as (...all: readonly unknown[]) => unknown;
  const member = (...all: readonly unknown[]): unknown => {
    if (!defect.isBroken) return before(...all);
    return before.length === 0 ? fail(defect) : () => fail(defect);
  };
  return { ...port, [name]: member };
};

const functionsOf = (port: object): readonly string[] =>
  Object.entries(port).flatMap(([name, member]) => (typeof member === 'function' && name !== 'close' ? [name] : []));

const sample = aLiveWorld();
const names = {
  inbox: functionsOf(sample.store.inbox),
  store: functionsOf(sample.store),
  service: functionsOf(sample.service.service),
  connector: functionsOf(sample.shop.connector),
  accounts: ['open'],
} as const;
type Port = keyof typeof names;

const cases = (Object.keys(names) as readonly Port[]).flatMap((port) =>
  names[port].flatMap((name) => (['throws', 'rejects'] as const).map((how) => ({ port, name, how }))),
);

const portsWith = (
  ports: OneAccountPorts,
  port: Port,
  name: string,
  defect: Defect,
): Parameters<typeof liveWorker>[0] => {
  const { sync } = ports;
  switch (port) {
    case 'inbox':
      return { ...ports, inbox: withDefect(ports.inbox, name, defect) };
    case 'store':
      return { ...ports, sync: { ...sync, store: withDefect(sync.store, name, defect) } };
    case 'service':
      return { ...ports, sync: { ...sync, service: withDefect(sync.service, name, defect) } };
    case 'connector': {
      const [[storefront, at]] = Object.entries(sync.storefronts) as [[string, (typeof sync.storefronts)[string]]];
      const connector = withDefect(at.connector, name, defect);
      return { ...ports, sync: { ...sync, storefronts: { [storefront]: { ...at, connector } } } };
    }
    case 'accounts': {
      const account = E.right({ sync, reviews: ports.reviews, proof: ports.proof, jobs: null });
      const open = (): Promise<typeof account> => (defect.isBroken ? fail(defect) : Promise.resolve(account));
      const ofRun = () => Promise.resolve(E.right(O.some(defaultAccount)));
      return { ...ports, sync, accounts: { nameOf: () => defaultAccount, open, ofRun } };
    }
  }
};

const minute = 60_000;

/** A shop with one sale, a webhook for it, and a catch-up every five minutes; one function of its world is defective. */
const aDefectiveWorld = (port: Port, name: string, how: How) => {
  const logged: string[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => void logged.push(message),
    error: (message) => void logged.push(message),
  };
  const schedule = { catchUp: '*/5 * * * *', reconcile: null };
  const world = aLiveWorld({ sync: { log }, ports: { log, schedule } });
  const defect: Defect = { isBroken: false, calls: 0, how };
  const worker = liveWorker(portsWith(world.ports, port, name, defect));
  const deliver = async ({ store, shop, clock }: LiveWorld): Promise<void> => {
    const delivery = { storefront: 'us-store', deliveryId: 'd1', recordId: shop.put(theSale(1)), isDeletion: false };
    const receivedAt = instantOfMilliseconds(clock.now());
    right(await store.inbox.receiveDelivery({ ...delivery, receivedAt })());
    worker.wake();
  };
  return { world, worker, defect, logged, deliver: () => deliver(world) };
};

const settles = ({ world, defect, logged }: ReturnType<typeof aDefectiveWorld>): void => {
  expect(unhandled).toStrictEqual([]);
  expect(defect.calls).toBeLessThan(maxCalls);
  expect(world.service.journal).toHaveLength(1);
  // A platform or a service that fails is waited for; what else fails is named.
  if (defect.calls > 0) expect(logged.length).toBeGreaterThan(0);
  expect(new Set(logged).size).toBeLessThanOrEqual(3);
};

const [throwing, rejecting] = (['throws', 'rejects'] as const).map((how) => cases.filter((one) => one.how === how));

describe.each(sized({ quick: throwing ?? [], all: cases }))('while $port.$name $how', ({ port, name, how }) => {
  it('a live worker begins nothing again without a pause, and sends the sale once that works again', async () => {
    const at = aDefectiveWorld(port, name, how);
    await at.world.clock.run(async () => {
      right(await at.worker.start());
      at.defect.isBroken = true;
      await at.deliver();
      await at.world.wait(10 * minute);
      at.defect.isBroken = false;
      await at.world.wait(20 * minute);
      await at.worker.stop(minute);
    });
    settles(at);
  });
});

describe.each(sized({ quick: rejecting ?? [], all: cases }))('while $port.$name $how', ({ port, name, how }) => {
  it('ticks end, and a later one sends the sale', async () => {
    const at = aDefectiveWorld(port, name, how);
    await at.world.clock.run(async () => {
      at.defect.isBroken = true;
      await at.deliver();
      for (let ticks = 0; ticks < 30; ticks += 1) {
        if (ticks === 10) at.defect.isBroken = false;
        await at.worker.tick(25_000).catch((error: unknown) => at.logged.push(String(error)));
        await at.world.wait(minute);
      }
    });
    settles(at);
  });
});
