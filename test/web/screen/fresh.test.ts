import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const today = Date.parse('2026-11-22T12:00:00Z');

const aScreen = (): MemoryScreen =>
  aScreenInMemory({ clock: { now: () => today, sleep: () => () => Promise.resolve() } });

const synced = { from: '2025-01-01', to: '2026-03-31' };

interface Form {
  readonly from: string;
  readonly to: string;
  readonly chosen: readonly string[];
  readonly text: string;
  readonly html: string;
}

const formAt = async ({ get }: MemoryScreen, query = ''): Promise<Form> => {
  const html = await (await get(`/new${query}`)).text();
  const [from = '', to = ''] = ['from', 'to'].map(
    (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '',
  );
  return {
    from,
    to,
    chosen: [...html.matchAll(/name="storefront" value="([^"]*)" checked/g)].flatMap(([, name]) => name ?? []),
    text: html.replaceAll(/<style[^]*?<\/style>/g, '').replaceAll(/(?:<[^>]+>|\s)+/g, ' '),
    html,
  };
};

describe('the form of a new sync', () => {
  it('proposes the last twelve whole months before the first sync, and says so', async () => {
    const { from, to, text } = await formAt(aScreen());
    expect([from, to]).toStrictEqual(['2025-11-01', '2026-10-31']);
    expect(text).toContain('Filled in: the last twelve whole months.');
    expect(text).toContain('not synced yet');
    expect(text).not.toContain('Or fill in other days');
  });

  it('proposes the days that were synced so far, and names them beside each storefront', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { storefronts: ['us-store'], range: synced });
    const { from, to, text } = await formAt(screen);
    expect([from, to]).toStrictEqual([synced.from, synced.to]);
    expect(text).toContain('Filled in: the days that were synced so far.');
    expect(text).toMatch(/us-store .*synced so far: 1 Jan 2025 to 31 Mar 2026 .*eu-store .*not synced yet/);
  });

  it('fills in what follows, or the last twelve months, and keeps which storefronts were chosen', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced });
    expect((await formAt(screen)).text).toContain('Go on from there 1 Apr 2026 to 31 Oct 2026');
    const typed = 'storefront=us-store&from=2020-01-01&to=2020-01-02';
    const onwards = await formAt(screen, `?${typed}&days=onwards`);
    expect(onwards).toMatchObject({ from: '2026-04-01', to: '2026-10-31', chosen: ['us-store'] });
    expect(onwards.text).toContain('Filled in: what follows the days that were synced so far.');
    expect(await formAt(screen, `?${typed}&days=year`)).toMatchObject({ from: '2025-11-01', to: '2026-10-31' });
    expect(await formAt(screen, `?${typed}&days=again`)).toMatchObject(synced);
    expect(await formAt(screen, `?${typed}`)).toMatchObject({ from: '2020-01-01', to: '2020-01-02' });
  });

  it('goes on from the storefront that came least far, so that no day is left out', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { storefronts: ['us-store'], range: synced });
    await screen.finish('run-2', [], { storefronts: ['eu-store'], range: { from: '2025-06-01', to: '2025-12-31' } });
    expect((await formAt(screen)).text).toContain('Go on from there 1 Jan 2026 to 31 Oct 2026');
    expect(await formAt(screen, '?storefront=eu-store')).toMatchObject({ from: '2025-06-01', to: '2025-12-31' });
  });

  it('goes on to yesterday within a month, and nowhere when all is sent', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: { from: '2025-01-01', to: '2026-11-03' } }, '2026-11-04T09:00:00Z');
    expect((await formAt(screen)).text).toContain('Go on from there 4 Nov 2026 to 21 Nov 2026');
    await screen.finish('run-2', [], { range: { from: '2026-11-01', to: '2026-11-21' } }, '2026-11-22T09:00:00Z');
    expect((await formAt(screen)).text).not.toContain('Go on from there');
  });

  it('goes on with the day that was not over when its sync began, so that the rest of it is sent', async () => {
    const screen = aScreen();
    const range = { from: '2025-01-01', to: '2026-11-03' };
    // It is still the third there.
    await screen.finish('run-1', [], { storefronts: ['us-store'], range }, '2026-11-04T05:00:00Z');
    right(await screen.store.setTimeZone('run-1', 'us-store', 'America/Los_Angeles')());
    const { text } = await formAt(screen);
    expect(text).toContain('synced so far: 1 Jan 2025 to 2 Nov 2026');
    expect(text).toContain('Go on from there 3 Nov 2026 to 21 Nov 2026');
  });

  it('counts neither a preview nor a sync that did not finish', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced, dryRun: true });
    for (const [day, status] of [
      ['01', 'interrupted'],
      ['02', 'stopped'],
      ['03', 'cancelled'],
    ] as const) {
      const range = { ...synced, from: `2025-01-${day}` };
      right(await screen.store.openRun(aRequest({ range }), { id: status, at: '2026-04-01T00:00:00Z' })());
      right(await screen.store.closeRun(status, status, '2026-04-01T00:05:00Z')());
    }
    expect((await formAt(screen)).text).not.toContain('synced so far');
  });

  it('checks by the Enter key: the button that does so is the first of the form', async () => {
    const screen = aScreen();
    await screen.finish('run-1', [], { range: synced });
    const { html } = await formAt(screen);
    expect(/<form[^]*?<button[^>]*>([^<]*)/.exec(html)?.[1]).toBe('Check');
  });

  it('is there while the sync database cannot be read', async () => {
    const screen = aScreenInMemory({ opened: () => Promise.resolve(E.left({ message: 'the disk is full' })) });
    expect((await screen.get('/new')).status).toBe(200);
  });
});
