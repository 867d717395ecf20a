import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../src/domain/errors.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import type { StorefrontPorts, SyncPorts } from '../../src/pipeline/ports.ts';
import { aSync, paged, sales, type Sync } from '../support/a-sync.ts';
import { left } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const minute = 60_000;

/** What the platform of a shop does with a question about a page. */
type Mood = 'answers' | 'hangs' | SourceError;

interface Shops {
  readonly names: readonly string[];
  readonly moods: Record<string, Mood>;
  readonly sync: Sync;
  readonly pushed: () => number;
  /** The same world with other ports. */
  readonly having: (ports: Partial<SyncPorts>) => Sync;
}

const ofAccount = (account: string, n: number): readonly Sale[] =>
  sales(3, 10 * n).map((sale) => ({ ...sale, identity: { ...sale.identity, account } }));

/** Shops of three sales each, in pages of two. */
const shops = (count: number): Shops => {
  const moods: Record<string, Mood> = {};
  const storefronts: Record<string, StorefrontPorts> = {};
  const names = Array.from({ length: count }, (_, index) => `shop-${index + 1}`);
  for (const [index, name] of names.entries()) {
    const id = String(1_000 + index);
    const pages = paged(ofAccount(id, index + 1), 2);
    const { readPage, ...rest } = scriptedConnector({ pages, account: { id, name, timeZone: 'America/New_York' } });
    moods[name] = 'answers';
    const connector: SourceConnector = {
      ...rest,
      readPage: (window, from) => () => {
        const mood = moods[name] ?? 'answers';
        if (mood === 'hangs') return new Promise(() => undefined);
        return mood === 'answers' ? readPage(window, from)() : Promise.resolve(E.left(mood));
      },
    };
    storefronts[name] = { connector, policy: defaultPolicy };
  }
  const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
  return {
    names,
    moods,
    sync,
    pushed: () => sync.world.journal.length,
    having: (ports) => aSync({ ...sync, script: { pages: [] }, ports: { ...sync.ports, ...ports } }),
  };
};

describe('a storefront of a sync whose platform is silent', () => {
  it('lets the others go first: five of twenty-five hang, and all others are pushed soon', async () => {
    const { names, moods, sync, pushed, having } = shops(25);
    for (const name of names.slice(0, 5)) moods[name] = 'hangs';
    const startedAt = sync.clock.now();
    let othersDoneAt = 0;
    const watched = having({
      report: () => {
        if (pushed() === 60 && othersDoneAt === 0) othersDoneAt = sync.clock.now();
      },
    });
    expect(left(await watched.run({ storefronts: names }))).toMatchObject({ _tag: 'SourceFailed', cause: 'no answer' });
    expect(pushed()).toBe(60);
    // A quarter of a minute for each that hangs.
    expect(othersDoneAt - startedAt).toBeLessThan(1.5 * minute);
    // And the timeLimit with the ones that hang, side by side, in place of one after the other.
    expect(sync.clock.now() - startedAt).toBeLessThan(40 * minute);
    expect(await watched.report()).toMatchObject({ status: 'stopped', considered: 60, succeeded: 60 });
  });

  it('is read at the end when its platform has come back, and the run is whole', async () => {
    const { names, moods, sync, pushed, having } = shops(3);
    moods['shop-1'] = 'hangs';
    const back = having({
      crashPoint: () => {
        if (pushed() === 6) moods['shop-1'] = 'answers';
      },
    });
    expect((await back.finish({ storefronts: names })).status).toBe('finished');
    expect(await back.report()).toMatchObject({ considered: 9, attempted: 9, succeeded: 9, failed: 0 });
    expect(sync.world.journal.map(({ id }) => id.split(':')[1])).toStrictEqual(
      ['1001', '1002', '1000'].flatMap((account) => [account, account, account]),
    );
  });

  it('gets the pause that it asked for, while the others are read', async () => {
    const { names, moods, sync, pushed, having } = shops(2);
    moods['shop-1'] = { _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: 10 * minute };
    const startedAt = sync.clock.now();
    let askedAgainAt = 0;
    const slow = having({
      report: ({ storefront }) => {
        if (pushed() === 3 && storefront === 'shop-1' && askedAgainAt === 0) askedAgainAt = sync.clock.now();
        if (pushed() === 3) moods['shop-1'] = 'answers';
      },
    });
    expect((await slow.finish({ storefronts: names })).status).toBe('finished');
    expect(askedAgainAt - startedAt).toBeGreaterThan(10 * minute);
    expect(pushed()).toBe(6);
  });

  it('has all the timeLimit there is when it is the only one, and no call is waited for without end', async () => {
    const { moods, sync } = shops(1);
    moods['shop-1'] = 'hangs';
    const startedAt = sync.clock.now();
    expect(left(await sync.run({ storefronts: ['shop-1'] }))).toMatchObject({ _tag: 'SourceFailed' });
    expect(sync.clock.now() - startedAt).toBeGreaterThan(10 * minute);
  });

  it('ends soon when the run is interrupted while its platform hangs', async () => {
    const { moods, sync, having } = shops(1);
    moods['shop-1'] = 'hangs';
    const startedAt = sync.clock.now();
    const interrupted = having({ isInterrupted: () => sync.clock.now() - startedAt > 5_000 });
    expect((await interrupted.finish({ storefronts: ['shop-1'] })).status).toBe('paused');
    expect(sync.clock.now() - startedAt).toBeLessThan(15_000);
  });
});
