import { afterEach, describe, expect, it } from '@jest/globals';
import { Hono } from 'hono';
import { followEvents } from '../../src/web/follow.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

const printed = console.error;
afterEach(() => {
  console.error = printed;
});

describe('events of a run', () => {
  it('end at a defect, which is logged by its kind alone: its message may hold personal data', async () => {
    const logged: unknown[] = [];
    console.error = (...words: readonly unknown[]) => void logged.push(...words);
    const host = {
      ...{ authorize: () => null, frameAncestors: [], eventInterval: 5, authorizeInterval: 60_000 },
      clock: { now: () => 0, sleep: () => () => Promise.resolve(undefined) },
      log: { ...silent, error: (...words: readonly unknown[]) => void logged.push(...words) },
    };
    const app = new Hono().get('/', (context) =>
      followEvents(host, context, { name: 'A' }, () => Promise.reject(new RangeError('canary@example.com'))),
    );
    const answer = await app.request('/');
    expect(await answer.text()).toBe('');
    expect(logged).toStrictEqual([expect.stringContaining('bug in tax-nexus-sync'), { defect: 'RangeError' }]);
  });
});
