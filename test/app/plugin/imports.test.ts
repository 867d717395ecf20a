import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { imports } from '../../../src/app/plugin/imports.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import type { ScreenUser } from '../../../src/index.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { plainText } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';

const aPlugin = plugins();

const origin = 'https://host.example';
const sample = readFileSync('docs/examples/import/shopify-orders.csv', 'utf8');
const range = { from: '2026-02-03', to: '2026-02-05' };

/** A screen over a real plugin, and how a browser uploads a file to it. */
const aScreen = async (user: ScreenUser = { name: 'Ada' }) => {
  const plugin = await aPlugin({ authorize: () => user });
  const { handler } = plugin.taxNexus;
  const upload = (
    content: string,
    fields: Readonly<Record<string, string>> = { of: 'us-store' },
    headers: Readonly<Record<string, string>> = { origin, 'sec-fetch-site': 'same-origin' },
  ): Promise<Response> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new File([content], 'orders.csv', { type: 'text/csv' }));
    return handler(new Request(`${origin}/screen/import`, { method: 'POST', headers, body }));
  };
  const problem = async (response: Promise<Response>): Promise<readonly [number, string]> => {
    const answer = await response;
    return [answer.status, plainText(await answer.text())];
  };
  const get = (path: string): Promise<Response> => handler(new Request(`${origin}/screen${path}`));
  return { ...plugin, upload, problem, get };
};

describe('a file that is uploaded on the screen', () => {
  it('is checked, previewed and synced as a storefront, with the ids of the shop, so that nothing is sent twice', async () => {
    const { upload, get, taxNexus } = await aScreen();
    const uploaded = await upload(sample);
    expect(uploaded.status).toBe(303);
    const location = uploaded.headers.get('location') ?? '';
    expect(location).toBe('../screen/check?storefront=us-store-history&from=2026-02-03&to=2026-02-05');
    const check = plainText(await (await get(location.replace('../screen', ''))).text());
    expect(check).toMatch(/us-store-history ready \d records in its whole history/);
    const sync = async (dryRun: boolean) => {
      const { id } = await taxNexus.historicalSync.start({
        ...{ storefronts: ['us-store-history' as 'us-store'], ...range, dryRun },
      });
      await last(taxNexus.historicalSync.watch(id));
      return taxNexus.historicalSync.report(id);
    };
    const preview = await sync(true);
    const planned = preview.skipped['would be sent'] ?? 0;
    expect(planned).toBeGreaterThan(0);
    expect(await sync(false)).toMatchObject({ succeeded: planned, failed: 0 });
    expect((await upload(sample)).status).toBe(303);
    expect(await sync(false)).toMatchObject({ succeeded: 0, alreadyPresent: planned });
  });

  it('is refused with the line of what is wrong, and without anything of a customer', async () => {
    const { upload, problem, taxNexus } = await aScreen();
    const [head = '', first = '', ...rest] = sample.split('\n');
    const [twice, text] = await problem(upload([head, first, ...rest.filter((line) => line !== ''), first].join('\n')));
    expect(twice).toBe(422);
    expect(text).toMatch(/Order #\d+ has rows at line 2 and again at line \d+\. Remove/);
    const email = /[\w.]+@[\w.]+/.exec(sample)?.[0];
    if (email !== undefined) expect(text).not.toContain(email);
    for (const [content, message] of [
      ['a,b\n1,2\n', 'The file was not imported.'],
      [`${head}\n"${first}\n`, 'ine 2'],
      ['', 'Choose a CSV file that is not empty.'],
    ] as const)
      expect(await problem(upload(content))).toStrictEqual([422, expect.stringContaining(message)]);
    expect(await problem(upload(sample, { of: 'other' }))).toStrictEqual([
      422,
      expect.stringContaining('Choose the storefront whose sales the file has.'),
    ]);
    expect(taxNexus.storefronts.list()).toStrictEqual(['us-store']);
  });

  it('is not taken from another site, above 20 MB, or without the right', async () => {
    const { upload, taxNexus } = await aScreen();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await upload(sample, { of: 'us-store' }, foreign)).status).toBe(403);
    expect((await upload('x'.repeat(21 * 1024 * 1024))).status).toBe(413);
    const reader = await aScreen({ name: 'Bob', may: ['view'] });
    expect((await reader.upload(sample)).status).toBe(403);
    expect((await reader.get('/import')).status).toBe(403);
    const limited = await aScreen({ name: 'Eve', storefronts: ['us-store'] });
    expect((await limited.upload(sample)).status).toBe(409);
    expect(await (await limited.get('/new')).text()).not.toContain('Import a CSV file');
    expect(taxNexus.storefronts.list()).toStrictEqual(['us-store']);
  });
});

describe('an imported file', () => {
  const source = {} as StorefrontSource;
  const world = async (isShared = false) => {
    const { taxNexus: _plugin, source: shop } = await aPlugin();
    const sources: Record<string, StorefrontSource> = { 'us-store': shop, billing: source };
    const due: (() => void)[] = [];
    const active: unknown[] = [];
    const behind: (string | undefined)[] = [];
    const settings = { sources } as Parameters<typeof imports>[0]['settings'];
    const { open, close } = imports({
      settings,
      table: {
        sources: () => sources,
        set: (name, given, after) => {
          sources[name] = given;
          behind.push(after);
        },
        remove: (name) => void Reflect.deleteProperty(sources, name),
      },
      runs: { all: () => active as never },
      isShared: () => Promise.resolve(isShared),
      later: (_milliseconds, work) => due.push(work),
    });
    const file = { content: new TextEncoder().encode(sample), of: 'us-store' };
    return { open: () => open(file)(), close, sources, due, active, behind };
  };

  it('follows the storefront whose sales it has, and is forgotten after an hour, but not during a sync', async () => {
    const { open, sources, due, active, behind } = await world();
    expect(right(await open())).toStrictEqual({ storefront: 'us-store-history', range });
    expect(behind).toStrictEqual(['us-store']);
    active.push('a sync');
    due.shift()?.();
    expect(Object.keys(sources)).toContain('us-store-history');
    expect(await open()).toMatchObject(
      E.left({ code: 'INVALID', message: expect.stringContaining('A sync is at work') }),
    );
    active.pop();
    due.shift()?.();
    expect(Object.keys(sources)).toStrictEqual(['us-store', 'billing']);
  });

  it('is not taken where other processes would work on its sync', async () => {
    const { open, sources } = await world(true);
    expect(await open()).toMatchObject(E.left({ message: expect.stringContaining('tax-nexus import') }));
    expect(Object.keys(sources)).toStrictEqual(['us-store', 'billing']);
  });

  it('is removed from the disk when the app stops', async () => {
    const { open, close, sources } = await world();
    right(await open());
    const connector = sources['us-store-history']?.open({ clock: systemClock });
    await close();
    expect(Object.keys(sources)).toStrictEqual(['us-store', 'billing']);
    expect(await connector?.readRecord('1')()).toMatchObject(
      E.left({ message: expect.stringContaining('There is no such file') }),
    );
  });
});
