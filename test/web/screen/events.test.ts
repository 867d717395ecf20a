import { describe, expect, it } from '@jest/globals';
import type { LiveProgress, RunPorts } from '../../../src/operations/ports.ts';
import type { ScreenUser } from '../../../src/web/index.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';

const live = (succeeded: number): LiveProgress => ({
  phase: 'syncing',
  status: 'running',
  storefront: 'us-store',
  windows: { done: 1, total: 4 },
  listed: 0,
  counts: { succeeded, alreadyPresent: 2, failed: 0, skipped: 1, held: 1 },
  stops: [],
});

const unused = () => () => Promise.reject(new Error('not used here'));

const runs = (progress: () => LiveProgress | undefined): { readonly runs: RunPorts } => ({
  runs: { start: unused, retry: unused, end: unused, progress, whyEnded: () => [] },
});

const eventsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (\w+)/gm)].map(([, name = '']) => name);

describe('the events of a run', () => {
  it('each hold the whole state, until the last one ends them', async () => {
    let asked = 0;
    const screen = aScreenInMemory(
      runs(() => {
        asked += 1;
        return asked > 3 ? undefined : live(asked);
      }),
    );
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const text = await response.text();
    expect(eventsOf(text)).toStrictEqual(['state', 'announcement', 'state', 'state', 'over']);
    for (const succeeded of [1, 2, 3]) {
      const state = text.split('event: state')[succeeded]?.replaceAll(/(?:<[^>]+>|\s)+/g, ' ') ?? '';
      expect(state).toContain(`${succeeded + 4} considered = ${succeeded + 2} attempted + 1 skipped + 1 on hold`);
    }
  });

  it('reload the page when another process runs the run than the page shows', async () => {
    const { open, html } = aScreenInMemory();
    await open('run-1');
    expect(eventsOf(await html('/runs/run-1/events?here=yes'))).toStrictEqual(['over']);
  });

  it('end with `gone` when the user loses access, and show nothing after it', async () => {
    let user: ScreenUser | null = { name: 'Ada' };
    const screen = aScreenInMemory({ ...runs(() => live(1)), authorize: () => user });
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    user = null;
    const events = eventsOf(await response.text());
    expect(events.at(-1)).toBe('gone');
    expect(events.filter((name) => name === 'gone')).toHaveLength(1);
  });

  it.each<[string, boolean, readonly string[]]>([
    ['without a word in a frame, where the page asks again with a new token', true, []],
    ['with `gone` elsewhere', false, ['gone']],
  ])('end %s, when the host answers instead of naming a user', async (_, isFramed, expected) => {
    const frame = { ancestors: [], clientId: 'client-1', script: 'https://cdn.example/app-bridge.js' };
    let hasExpired = false;
    const authorize = () =>
      hasExpired ? new Response(null, { status: 401 }) : { name: 'Ada', ...(isFramed && { frame }) };
    const screen = aScreenInMemory({ ...runs(() => live(1)), authorize });
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    hasExpired = true;
    const events = eventsOf(await response.text());
    expect(events).toContain('state');
    expect(events.filter((name) => name !== 'state' && name !== 'announcement')).toStrictEqual(expected);
  });

  it('end with `gone` in a frame as well, when the host refuses the user', async () => {
    const frame = { ancestors: [], clientId: 'client-1', script: 'https://cdn.example/app-bridge.js' };
    let user: ScreenUser | null = { name: 'Ada', frame };
    const screen = aScreenInMemory({ ...runs(() => live(1)), authorize: () => user });
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    user = null;
    expect(eventsOf(await response.text()).at(-1)).toBe('gone');
  });

  it('end with `gone` when the user may see other storefronts than before', async () => {
    let user: ScreenUser = { name: 'Ada', storefronts: ['us-store'] };
    const screen = aScreenInMemory({ ...runs(() => live(1)), authorize: () => user });
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    user = { name: 'Ada', storefronts: ['eu-store'] };
    expect(eventsOf(await response.text()).at(-1)).toBe('gone');
  });

  it('end for a user without access even if the clock is set back', async () => {
    let user: ScreenUser | null = { name: 'Ada' };
    let back = 0;
    const setBack = (): LiveProgress => {
      back = 3_600_000;
      return live(1);
    };
    const screen = aScreenInMemory({
      ...runs(setBack),
      authorize: () => user,
      clock: { now: () => Date.now() - back, sleep: () => () => Promise.resolve() },
    });
    await screen.finish('run-1', []);
    const response = await screen.get('/runs/run-1/events?here=yes');
    user = null;
    expect(eventsOf(await response.text()).at(-1)).toBe('gone');
  });
});
