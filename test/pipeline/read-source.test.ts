import { describe, expect, it } from '@jest/globals';
import type { SourceError } from '../../src/domain/errors.ts';
import { aSync, paged, sales, silent } from '../support/a-sync.ts';
import { left } from '../support/right.ts';

const unreachable: SourceError = { _tag: 'SourceUnreachable', message: 'no answer', cause: 'ECONNRESET' };
const throttled = (retryAfterMs: number | null): SourceError => ({
  _tag: 'SourceThrottled',
  message: 'too fast',
  retryAfterMs,
});

const reading = (fault: (page: number, count: number) => SourceError | undefined) =>
  aSync({ script: { pages: paged(sales(12), 4), fault } });

describe('a platform', () => {
  it('that fails for a moment is asked again, and nothing is missed', async () => {
    const sync = reading((page, count) => (page === 1 && count < 4 ? unreachable : undefined));
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ succeeded: 12 });
  });

  it('that asks for a pause gets it', async () => {
    const sync = reading((page, count) => (page === 2 && count === 1 ? throttled(90_000) : undefined));
    const start = sync.clock.now();
    await sync.finish();
    expect(sync.clock.now() - start).toBeGreaterThanOrEqual(90_000);
    expect(sync.clock.now() - start).toBeLessThan(95_000);
  });

  it('that asks for a long pause is sent, because the run is silent until then', async () => {
    const pushed: string[] = [];
    const sync = aSync({
      script: {
        pages: paged(sales(12), 4),
        fault: (page, count) => (page > 0 && count === 1 ? throttled(page === 1 ? 59_000 : 90_000) : undefined),
      },
      ports: { log: { ...silent, warn: (message) => pushed.push(message) } },
    });
    await sync.finish();
    expect(pushed).toStrictEqual(['too fast. It continues automatically in 2 min.']);
  });

  it('that throttles without saying how long is not asked in a frenzy', async () => {
    const sync = reading((page, count) => (page === 0 && count <= 10 ? throttled(null) : undefined));
    const start = sync.clock.now();
    await sync.finish();
    expect(sync.clock.now() - start).toBeGreaterThan(30_000);
  });

  it('that stays away ends the storefront, and the next run goes on from its page', async () => {
    const state = { isDown: true };
    const sync = reading((page) => (page === 2 && state.isDown ? unreachable : undefined));
    expect(left(await sync.run())).toMatchObject({ _tag: 'SourceFailed', storefront: 'us-store' });
    expect(await sync.report()).toMatchObject({ status: 'stopped', succeeded: 8 });
    state.isDown = false;
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ succeeded: 12, considered: 12 });
    expect(sync.world.count('push')).toBe(12);
  });

  it.each([
    ['stays away', unreachable, 'no answer'],
    ['throttles for ever', throttled(null), 'too fast'],
  ])('that %s is sent with what to do about it, which it does not say itself', async (_, error, words) => {
    const sync = reading(() => error);
    expect(left(await sync.run()).message).toBe(`us-store: ${words}. Run again later; nothing was lost.`);
  });

  it('whose credentials are refused is asked once, and the run is stopped', async () => {
    let asked = 0;
    const sync = reading((page) => {
      if (page !== 1) return undefined;
      asked += 1;
      return { _tag: 'SourceCredentialsRefused', message: 'the token has expired' };
    });
    expect((await sync.finish()).status).toBe('stopped');
    expect(asked).toBe(1);
    expect(await sync.report()).toMatchObject({ succeeded: 4 });
  });

  it('that gives the same cursor for ever is left, after each page was taken once', async () => {
    const sync = aSync({
      script: { pages: paged(sales(12), 4), nextCursor: (page) => (page === 1 ? '1' : undefined) },
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'SourceFailed' });
    expect(sync.world.count('push')).toBeLessThanOrEqual(8);
  });

  it('whose connector throws does not take the process with it', async () => {
    const sync = reading(() => {
      throw new TypeError('a defect');
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'SourceFailed' });
  });
});
