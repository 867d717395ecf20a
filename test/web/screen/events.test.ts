import { describe, expect, it } from '@jest/globals';
import type { LiveProgress, ScreenRuns, ScreenUser } from '../../../src/web/index.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const live = (succeeded: number): LiveProgress => ({
  phase: 'syncing',
  status: 'running',
  storefront: 'us-store',
  windows: { done: 1, total: 4 },
  listed: 0,
  counts: { succeeded, alreadyPresent: 2, failed: 0, skipped: 1, held: 1 },
  stops: [],
});

const runs = (progress: () => LiveProgress | undefined): Partial<{ readonly runs: ScreenRuns }> => ({
  runs: { ...unused, progress },
});

const unused: ScreenRuns = {
  start: () => () => Promise.reject(new Error('not used here')),
  retry: () => () => Promise.reject(new Error('not used here')),
  end: () => () => Promise.reject(new Error('not used here')),
  progress: () => undefined,
  whyEnded: () => [],
};

const eventsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (\w+)/gm)].map(([, name = '']) => name);

describe('the events of a run', () => {
  it('each hold the whole state, and the last one says that it is over', async () => {
    let asked = 0;
    const at = aScreenInMemory(
      runs(() => {
        asked += 1;
        return asked > 3 ? undefined : live(asked);
      }),
    );
    await at.finish('run-1', []);
    const answer = await at.get('/runs/run-1/events?here=yes');
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    const text = await answer.text();
    expect(eventsOf(text)).toStrictEqual(['state', 'said', 'state', 'state', 'over']);
    for (const succeeded of [1, 2, 3]) {
      const state = text.split('event: state')[succeeded]?.replaceAll(/(?:<[^>]+>|\s)+/g, ' ') ?? '';
      expect(state).toContain(`${succeeded + 4} considered = ${succeeded + 2} attempted + 1 skipped + 1 held`);
    }
  });

  it('have the page read again when somebody else is at work on the run than it thought', async () => {
    const at = aScreenInMemory();
    right(await at.store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    expect(eventsOf(await (await at.get('/runs/run-1/events?here=yes')).text())).toStrictEqual(['over']);
  });

  it('end with a word when whoever watches may no longer look, and show nothing after it', async () => {
    let user: ScreenUser | null = { name: 'Ada' };
    const at = aScreenInMemory({ ...runs(() => live(1)), authorize: () => user });
    await at.finish('run-1', []);
    const answer = await at.get('/runs/run-1/events?here=yes');
    user = null;
    const events = eventsOf(await answer.text());
    expect(events.at(-1)).toBe('gone');
    expect(events.filter((name) => name === 'gone')).toHaveLength(1);
  });

  it('end for whoever may no longer look also when the clock is set back meanwhile', async () => {
    let user: ScreenUser | null = { name: 'Ada' };
    let back = 0;
    const setBack = (): LiveProgress => {
      back = 3_600_000;
      return live(1);
    };
    const at = aScreenInMemory({
      ...runs(setBack),
      authorize: () => user,
      clock: { now: () => Date.now() - back, sleep: () => () => Promise.resolve() },
    });
    await at.finish('run-1', []);
    const answer = await at.get('/runs/run-1/events?here=yes');
    user = null;
    expect(eventsOf(await answer.text()).at(-1)).toBe('gone');
  });
});
