import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { aScreenInMemory, type MemoryScreen, plainText } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';

const today = Date.parse('2026-11-22T12:00:00Z');

const aScreen = (): MemoryScreen =>
  aScreenInMemory({ clock: { now: () => today, sleep: () => () => Promise.resolve() } });

const synced = { from: '2025-01-01', to: '2026-03-31' };
const lastYear = { from: '2025-11-01', to: '2026-10-31' };

interface Form {
  readonly from: string;
  readonly to: string;
  readonly chosen: readonly string[];
  readonly text: string;
  readonly html: string;
}

const formAt = async (screen: MemoryScreen, query = ''): Promise<Form> => {
  const html = await screen.html(`/new${query}`);
  const valueOf = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return {
    from: valueOf('from'),
    to: valueOf('to'),
    chosen: [...html.matchAll(/name="storefront" value="([^"]*)" checked/g)].flatMap(([, name]) => name ?? []),
    text: plainText(html),
    html,
  };
};

describe('the first page without a storefront', () => {
  it('says in three steps who does what, and leads to no form that has nothing to choose', async () => {
    const screen = aScreenInMemory({ storefronts: () => [] });
    expect(await screen.text('')).toMatch(/No storefront yet A developer connects .* You check .* You start the sync/);
    expect(await screen.html('')).not.toContain('/new"');
  });
});

describe('the form of a new sync', () => {
  it('proposes the last 12 full months before the first sync', async () => {
    const form = await formAt(aScreen());
    expect(form).toMatchObject(lastYear);
    expect(form.text).toContain('Default: the last 12 full months.');
    expect(form.text).toContain('not synced yet');
    expect(form.text).not.toContain('Or use other days');
  });

  it('proposes the days synced so far, and shows them next to each storefront', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { storefronts: ['us-store'], range: synced });
    const form = await formAt(screen);
    expect(form).toMatchObject(synced);
    expect(form.text).toContain('Default: the days synced so far.');
    expect(form.text).toMatch(/us-store .*synced so far: Jan 1, 2025 to Mar 31, 2026 .*eu-store .*not synced yet/);
  });

  it('fills in the days after these or the last 12 months, and keeps the chosen storefronts', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced });
    expect((await formAt(screen)).text).toContain('Continue after the last synced day Apr 1, 2026 to Oct 31, 2026');
    const typed = 'storefront=us-store&from=2020-01-01&to=2020-01-02';
    const onwards = await formAt(screen, `?${typed}&days=onwards`);
    expect(onwards).toMatchObject({ from: '2026-04-01', to: '2026-10-31', chosen: ['us-store'] });
    expect(onwards.text).toContain('Filled in: the days after the last synced day.');
    expect(await formAt(screen, `?${typed}&days=year`)).toMatchObject(lastYear);
    expect(await formAt(screen, `?${typed}&days=again`)).toMatchObject(synced);
    expect(await formAt(screen, `?${typed}`)).toMatchObject({ from: '2020-01-01', to: '2020-01-02' });
  });

  it('continues after the storefront whose synced days end first, so that no day is left out', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { storefronts: ['us-store'], range: synced });
    await screen.finish('run-2', [], { storefronts: ['eu-store'], range: { from: '2025-06-01', to: '2025-12-31' } });
    expect((await formAt(screen)).text).toContain('Continue after the last synced day Jan 1, 2026 to Oct 31, 2026');
    expect(await formAt(screen, '?storefront=eu-store')).toMatchObject({ from: '2025-06-01', to: '2025-12-31' });
  });

  it('continues to yesterday within a month, and not at all when everything is sent', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: { from: '2025-01-01', to: '2026-11-03' } }, '2026-11-04T09:00:00Z');
    expect((await formAt(screen)).text).toContain('Continue after the last synced day Nov 4, 2026 to Nov 21, 2026');
    await screen.finish('run-2', [], { range: { from: '2026-11-01', to: '2026-11-21' } }, '2026-11-22T09:00:00Z');
    expect((await formAt(screen)).text).not.toContain('Continue after');
  });

  it('continues with the day that was not over when its sync began, so that the rest of it is sent', async () => {
    const screen = aScreen();
    const range = { from: '2025-01-01', to: '2026-11-03' };
    // In Los Angeles it is still the third.
    await screen.finish('run-1', [], { storefronts: ['us-store'], range }, '2026-11-04T05:00:00Z');
    right(await screen.store.setTimeZone('run-1', 'us-store', 'America/Los_Angeles')());
    const { text } = await formAt(screen);
    expect(text).toContain('synced so far: Jan 1, 2025 to Nov 2, 2026');
    expect(text).toContain('Continue after the last synced day Nov 3, 2026 to Nov 21, 2026');
  });

  it('counts neither previews nor unfinished syncs', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced, dryRun: true });
    for (const [day, status] of [
      ['01', 'paused'],
      ['02', 'stopped'],
      ['03', 'canceled'],
    ] as const) {
      await screen.open(status, { range: { ...synced, from: `2025-01-${day}` } });
      await screen.close(status, status);
    }
    expect((await formAt(screen)).text).not.toContain('synced so far');
  });

  it('checks with the Enter key: the button for it is the first of the form', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced });
    const { html } = await formAt(screen);
    expect(/<form[^]*?<button[^>]*>([^<]*)/.exec(html)?.[1]).toBe('Check');
  });

  it('works while the sync database cannot be read', async () => {
    const screen = aScreenInMemory({
      opened: () => Promise.resolve(E.left({ code: 'STATE', message: 'the disk is full' })),
    });
    expect((await screen.get('/new')).status).toBe(200);
  });
});
