import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sampleRange, startSandbox } from '../../../sandbox/index.ts';
import { apps } from '../../support/an-app.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { shopifySecret } from '../../support/signed-webhook.ts';
import { pushedIds } from '../pushed-ids.ts';

const sample = { shop: { orders: 300 }, stripe: { sales: 1 } };
const orders = (await pushedIds(sample)).filter((id) => id.startsWith('shopify:')).sort();
const postgres = aPostgres();
const anApp = apps();
const delay = { kind: 'delay', when: 'before', milliseconds: 60 } as const;
const sandbox = await startSandbox({ ...sample, taxService: { faults: [{ on: 'push', fault: delay }] } });
afterAll(() => sandbox.stop());

describe('the example for functions that live for 10 seconds', () => {
  it('brings a whole history in by calls that end or are killed, over PostgreSQL, with no process between them', async () => {
    const app = await anApp({ type: 'module', also: ['pg'] });
    cpSync(join(app.package, 'docs/examples'), app.folder, { recursive: true });
    cpSync(fileURLToPath(new URL('../invoke.mjs', import.meta.url)), join(app.folder, 'invoke.mjs'));
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: await postgres().newDatabase(),
      TAX_NEXUS_URL: sandbox.taxService.origin,
      TAX_NEXUS_API_KEY: sandbox.configuration.service.apiKey,
      SHOPIFY_SHOP: sandbox.shop.domain,
      SHOPIFY_TOKEN: sandbox.shop.accessToken,
      SHOPIFY_SECRET: shopifySecret,
      SHOPIFY_API_ORIGIN: sandbox.shop.origin,
      TAX_NEXUS_SINCE: sampleRange.from,
    };
    let printed = '';
    /** One call. Undefined when it was killed. */
    const invoke = (name: string, payload: object, isKilled = (): boolean => false): Promise<unknown> =>
      new Promise((resolve) => {
        const words = ['invoke.mjs', name, JSON.stringify(payload)];
        const child = spawn(process.execPath, words, { cwd: app.folder, env });
        const watch = setInterval(() => isKilled() && child.kill('SIGKILL'), 5);
        let out = '';
        child.stdout.on('data', (text: Buffer) => (out += text.toString()));
        child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
        child.once('close', () => {
          clearInterval(watch);
          printed += out;
          resolve(out === '' ? undefined : JSON.parse(out));
        });
      });

    const { id } = (await invoke('startHistory', { from: sampleRange.from, to: sampleRange.to })) as { id: string };
    expect(sandbox.taxService.journal()).toHaveLength(0);
    // The second is killed in the middle of its work.
    expect(await invoke('onSchedule', {}, () => sandbox.taxService.journal().length > 20)).toBeUndefined();
    const killedAt = sandbox.taxService.journal().length;
    expect(killedAt).toBeGreaterThan(0);
    expect(killedAt).toBeLessThan(orders.length);
    for (let isFinished = false; !isFinished;) {
      const ticked = (await invoke('onSchedule', {})) as {
        readonly historicalSyncs: readonly { readonly status: string }[];
      };
      isFinished = ticked.historicalSyncs.some(({ status }) => status === 'finished');
    }
    expect(await invoke('progressOf', { id })).toMatchObject({
      status: 'finished',
      succeeded: orders.length,
      failed: 0,
    });
    expect(
      sandbox.taxService
        .journal()
        .map((line) => line.id)
        .sort(),
    ).toStrictEqual(orders);
    expect(leaksIn(printed)).toStrictEqual([]);
  }, 180_000);
});
