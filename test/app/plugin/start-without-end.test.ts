import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { settingsOfOptions } from '../../../src/app/plugin/settings-of-options.ts';
import { taxNexusOf } from '../../../src/app/plugin/tax-nexus-of.ts';
import type { LiveEngine } from '../../../src/worker/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-start-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a start whose record book gives no answer', () => {
  it('keeps a stop waiting no longer than its time to drain, gives up, and leaves nothing at work when the answer comes after all', async () => {
    let answer: () => void = () => undefined;
    const work: string[] = [];
    const nothing = (): undefined => undefined;
    const engine: LiveEngine = {
      start: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        work.push('begun');
        return E.right(undefined);
      },
      stop: () => Promise.resolve(void work.push('ended')),
      tick: () => Promise.resolve(E.right({ bells: 0, tasks: [], troubles: [], isDone: true })),
      wake: nothing,
      state: () => Promise.resolve(E.right([])),
      add: nothing,
      remove: nothing,
    };
    const options = {
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      state: `sqlite:${join(folder, 'book.db')}`,
      storefronts: {},
    } as const;
    const taxNexus = taxNexusOf(settingsOfOptions(options), () => engine);
    const starts = [taxNexus.start(), taxNexus.start()];
    const refused = Promise.all(starts.map((start) => expect(start).rejects.toMatchObject({ code: 'STOPPED' })));
    await taxNexus.waiting();
    const began = Date.now();
    const stopped = taxNexus.stop({ drainMs: 100 }).then(() => 'stopped');
    const late = new Promise((resolve) => setTimeout(resolve, 3_000, 'still waiting').unref());
    expect(await Promise.race([stopped, late])).toBe('stopped');
    expect(Date.now() - began).toBeLessThan(2_000);
    await refused;
    answer();
    await new Promise(setImmediate);
    expect(work).toStrictEqual(['ended', 'begun', 'ended']);
  });
});
