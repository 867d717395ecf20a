import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { AccountConfiguration } from '../../../src/app/plugin/account-settings.ts';
import { accountsOf, type OpenAccount } from '../../../src/app/plugin/accounts.ts';
import { secret } from '../../../src/domain/secret.ts';
import { keepOpen } from '../../../src/live/open-storefront.ts';
import { newStorefrontWorker, type StorefrontWorker } from '../../../src/live/storefront-worker.ts';
import { left, right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;

/** Accounts of which three are kept, how often each was made and closed, and what the host was asked for. */
const someAccounts = () => {
  const clock = virtualClock();
  const [made, stopped, asked]: [string[], string[], string[]] = [[], [], []];
  const keys = new Map<string, string>();
  const accounts = accountsOf({
    clock,
    maxOpen: 3,
    sleep: () => new Promise(() => undefined),
    ask: (name) => {
      asked.push(name);
      const settings = { apiKey: secret(keys.get(name) ?? 'key'), policy: {} };
      return Promise.resolve(E.right(settings as AccountConfiguration));
    },
    make: (name) => {
      if (name === 'broken') throw new RangeError('CANARY');
      made.push(name);
      return { name, health: { stop: () => void stopped.push(name), unreachableSince: () => null } } as OpenAccount;
    },
  });
  const open = async (name: string): Promise<OpenAccount> => right(await accounts.open(name));
  const names = (): readonly string[] => accounts.all().map(({ name }) => name);
  return { clock, accounts, open, names, made, stopped, asked, keys };
};

describe('the accounts that a process keeps', () => {
  it('are bounded: the ones that were not needed for longest are closed', async () => {
    const { open, names, stopped } = someAccounts();
    for (const name of ['a', 'b', 'c']) await open(name);
    await open('a');
    await open('d');
    expect(names()).toEqual(['c', 'a', 'd']);
    expect(stopped).toEqual(['b']);
  });

  it('stay bounded however many are needed', async () => {
    const { open, names } = someAccounts();
    for (let n = 0; n < 500; n += 1) await open(`acme-${n}`);
    expect(names()).toEqual(['acme-497', 'acme-498', 'acme-499']);
  });

  it('come back as they were while work holds them: one key never has two rate limits', async () => {
    const { open, made, asked } = someAccounts();
    const held = await open('a');
    for (const name of ['b', 'c', 'd', 'e']) await open(name);
    expect(await open('a')).toBe(held);
    expect(made.filter((name) => name === 'a')).toHaveLength(1);
    // Its key may have changed since.
    expect(asked.filter((name) => name === 'a')).toHaveLength(2);
  });

  it('come back with another key when the host has another one', async () => {
    const { open, keys } = someAccounts();
    const held = await open('a');
    for (const name of ['b', 'c', 'd']) await open(name);
    keys.set('a', 'another');
    expect(await open('a')).not.toBe(held);
  });

  it('are closed after half an hour without use, and come back as they were while work holds them', async () => {
    const { clock, open, names } = someAccounts();
    const held = await open('a');
    await clock.run(clock.sleep(31 * minute));
    await open('b');
    expect(names()).toEqual(['b']);
    expect(await open('a')).toBe(held);
  });

  it('are opened again, after an internal error, when the message says so', async () => {
    const { clock, accounts, asked } = someAccounts();
    const open = async () => left(await accounts.open('broken'));
    const { message } = await open();
    expect(message).toContain('internal error (RangeError). Nothing is lost; it is opened again in 5 seconds.');
    await clock.run(clock.sleep(4_900));
    await open();
    expect(asked).toHaveLength(1);
    await clock.run(clock.sleep(100));
    await open();
    expect(asked).toHaveLength(2);
  });
});

describe('the storefronts that a live worker keeps open', () => {
  const opened = (n: number): StorefrontWorker => ({
    ...newStorefrontWorker(`shop-${n}`),
    opened: {} as StorefrontWorker['opened'],
    account: {} as StorefrontWorker['account'],
  });

  it('are bounded: the first ones are closed, but for those at work', () => {
    const openWorkers = new Set<StorefrontWorker>();
    const workers = Array.from({ length: 2_010 }, (_, n) => opened(n));
    const [first, second] = workers;
    if (first === undefined || second === undefined) throw new Error('there are many');
    first.loops = 1;
    second.busySince = 0;
    for (const worker of workers) keepOpen({ openWorkers }, worker);
    expect(openWorkers.size).toBe(2_000);
    const closed = workers.filter((worker) => worker.opened === null).map(({ storefront }) => storefront);
    expect(closed).toEqual(Array.from({ length: 10 }, (_, n) => `shop-${n + 2}`));
    expect(workers.filter(({ account }) => account === null)).toHaveLength(10);
  });
});
