import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliWorlds } from '../support/cli-worlds.ts';
import { deliver } from '../support/listening.ts';
import { orderPayload, shopifySecret, shopifyWebhook } from '../support/signed-webhook.ts';
import { orderId } from '../../sandbox/shopify/orders/sample-size.ts';
import { eventually } from '../support/a-plugin.ts';

const aWorld = cliWorlds();

type Line = Readonly<Record<string, unknown>>;
const linesOf = (err: string): readonly Line[] =>
  err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const withWebhooks = (folder: string): void => {
  const path = join(folder, 'tax-nexus.config.json');
  const written = JSON.parse(readFileSync(path, 'utf8')) as { storefronts: { 'us-store': Record<string, unknown> } };
  written.storefronts['us-store']['webhookSecrets'] = [shopifySecret];
  writeFileSync(path, JSON.stringify(written));
};

const addressIn = (err: string): string | undefined => /"address":"([^"]+)"/.exec(err)?.[1];

describe('tax-nexus serve', () => {
  it('receives a webhook, sends the sale, and ends when it is stopped', async () => {
    const { cli, folder, taxService } = await aWorld();
    withWebhooks(folder);
    let work: Promise<void> | undefined;
    const whileServing = async (origin: string): Promise<void> => {
      expect((await fetch(`${origin}/tax-nexus/health`)).status).toBe(200);
      expect((await fetch(`${origin}/tax-nexus/ready`)).status).toBe(200);
      // Among the first orders of the sample are sales that are sent.
      for (let index = 1; index <= 5; index += 1) {
        const webhook = shopifyWebhook(orderPayload(`${orderId(index, false)}`), { deliveryId: `event-${index}` });
        const name = index % 2 === 0 ? 'us-store' : 'shopify';
        expect((await deliver(`${origin}/tax-nexus/webhooks/${name}`, webhook)).status).toBe(200);
      }
      await eventually(() => taxService.journal().length > 0);
    };
    const { code, out, err } = await cli(['serve', '--port', '0'], {
      watch: (printed, interrupt) => {
        const address = addressIn(printed);
        if (address !== undefined) work ??= whileServing(address).finally(interrupt);
      },
    });
    await work;
    expect({ code, out }).toStrictEqual({ code: 0, out: '' });
    const file = join(folder, 'tax-nexus.config.json');
    expect(linesOf(err)[0]).toMatchObject({ level: 'info', message: 'configuration', file });
    expect(linesOf(err).map(({ message }) => message)).toEqual(expect.arrayContaining(['ready', 'stopped']));
    expect(linesOf(err)).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'record.settled', outcome: 'succeeded' }),
    );
  });

  it('reports that its port is taken', async () => {
    const { cli } = await aWorld();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as AddressInfo;
    const { code, err } = await cli(['serve', '--port', String(port)]);
    other.close();
    expect(code).toBe(2);
    expect(linesOf(err).at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining(`port ${port}`) });
  });

  it('names the option to change when its address is not of this machine', async () => {
    const { cli } = await aWorld();
    const { code, err } = await cli(['serve', '--port', '0', '--host', '203.0.113.7']);
    expect(code).toBe(2);
    expect(linesOf(err).at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('--host') });
  });

  it('is not open to the network because its address is empty, like a missing variable', async () => {
    const { cli } = await aWorld();
    const { code, err } = await cli(['serve', '--port', '0', '--host', ''], { watch: (_, interrupt) => interrupt() });
    expect(code).toBe(2);
    expect(err).toContain("'--host <address>' argument '' is invalid. It is empty.");
  });

  it('complains about a schedule that is none, with everything else that is wrong', async () => {
    const { cli, folder } = await aWorld();
    const path = join(folder, 'tax-nexus.config.json');
    const written = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...written, schedule: { catchUp: 'now and then', reconcile: null } }));
    const { code, err } = await cli(['serve', '--port', '0']);
    expect(code).toBe(2);
    expect(err).toContain('schedule.catchUp: it is not a cron expression');
  });
});
