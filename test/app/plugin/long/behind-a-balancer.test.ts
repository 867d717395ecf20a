import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sampleRange, startSandbox, type Sandbox } from '../../../../sandbox/index.ts';
import { shopTruth } from '../../../kill/shop-truth.ts';
import { eventually } from '../../../support/a-plugin.ts';
import { aPostgres } from '../../../support/a-postgres.ts';
import { start, type Started } from '../../../support/a-process.ts';
import { aWorld, syncAll, type World } from '../../../support/a-world.ts';
import { balancer } from '../../../support/balancer.ts';
import { builtCli } from '../../../support/built-cli.ts';
import { deliver } from '../../../support/listening.ts';
import { orderPayload, shopifySecret, shopifyWebhook } from '../../../support/signed-webhook.ts';

const postgres = aPostgres();
const orders = 200;
const truth = shopTruth(orders);
const pushed = truth.filter((order) => order.pushed !== null);
const host = fileURLToPath(new URL('../../../support/screen-host.mjs', import.meta.url));
const built = await builtCli();

const ending: (() => void)[] = [];
afterAll(() => {
  for (const end of ending) end();
});

interface Host {
  readonly child: ChildProcess;
  readonly origin: string;
}

const startHost = async (settings: object): Promise<Host> => {
  const words = [host, JSON.stringify({ built, port: 0, isStarted: true, ...settings })];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  ending.push(() => child.kill('SIGKILL'));
  const port = await new Promise<number>((heard) => {
    child.stdout.once('data', (line: Buffer) => heard(Number(line.toString())));
  });
  return { child, origin: `http://127.0.0.1:${port}` };
};

const balanced = async (origins: readonly string[]): Promise<string> => {
  const { origin, stop } = await balancer(origins);
  ending.push(stop);
  return origin;
};

/** A process that was killed gives no sign of life: that its time has run out is printed here, so that no test waits for it. */
const countAsDead = async (address: string, pid: number | undefined): Promise<void> => {
  await postgres().ask(address, 'update tax_nexus.worker set seen_at = 0 where owner like $1', [`%/${pid ?? ''}/%`]);
};

const expectEachPushed = ({ taxService }: Pick<Sandbox, 'taxService'>): void => {
  expect(
    taxService
      .journal()
      .map(({ id }) => id.split(':')[2])
      .sort(),
  ).toStrictEqual(pushed.map(({ orderId }) => orderId).sort());
};

const deliverAll = async (origin: string): Promise<void> => {
  for (const sourceId of new Set(pushed.map(({ orderId }) => orderId))) {
    const webhook = shopifyWebhook(orderPayload(sourceId), { deliveryId: `event-${sourceId}` });
    expect((await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).status).toBe(200);
  }
};

describe('an app in three processes behind a load balancer', () => {
  it('starts, shows, loses a process, and finishes a historical sync, whichever process gets a request', async () => {
    const delay = { kind: 'delay', when: 'before', milliseconds: 300 } as const;
    const sandbox = await startSandbox({ shop: { orders, faults: [{ on: 'graphql', fault: delay }] } });
    ending.push(() => void sandbox.stop());
    const { shop, configuration, taxService } = sandbox;
    const state = await postgres().newDatabase();
    const settings = {
      state,
      service: configuration.service,
      shop: { shop: shop.domain, accessToken: shop.accessToken, apiOrigin: shop.origin },
    };
    const hosts = [await startHost(settings), await startHost(settings), await startHost(settings)];
    const origin = await balanced(hosts.map((one) => one.origin));
    const screen = `${origin}/tax-nexus/screen`;

    const started = await fetch(`${screen}/runs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ storefront: 'us-store', ...sampleRange, mode: 'start' }),
    });
    expect(started.status).toBe(303);
    const run = `${screen}/runs/${started.headers.get('location')?.split('/').at(-1) ?? ''}`;
    for (const page of await Promise.all(hosts.map(() => fetch(run)))) {
      const text = await page.text();
      expect({
        status: page.status,
        isFollowed: text.includes('Pause') && !text.includes('Not running in this process'),
      }).toStrictEqual({
        status: 200,
        isFollowed: true,
      });
    }

    await eventually(() => taxService.journal().length > 10);
    const [doomed] = hosts;
    doomed?.child.kill('SIGKILL');
    await countAsDead(state, doomed?.child.pid);
    // Who follows it sees its end within a second or so.
    const isReported = async (): Promise<boolean> => {
      const text = await (await fetch(run)).text();
      return text.includes('Sign-off') && text.includes(`${truth.length} considered`);
    };
    await eventually(async () => (await isReported()) && (await isReported()));
    expectEachPushed(sandbox);
  }, 150_000);
});

describe('tax-nexus serve, three times behind a load balancer', () => {
  const serving = async (): Promise<World & { readonly state: string; readonly servers: readonly Started[] }> => {
    const state = await postgres().newDatabase();
    const world = await aWorld({
      shop: { orders },
      storeState: { env: 'DATABASE_URL' },
      webhookSecrets: [shopifySecret],
    });
    ending.push(() => void world.end());
    const servers: Started[] = [];
    for (let number = 0; number < 3; number += 1) {
      const server = start(world.folder, ['serve', '--port', '0'], { DATABASE_URL: state });
      ending.push(() => {
        server.send('SIGKILL');
      });
      await server.heard('"ready"');
      servers.push(server);
    }
    return { ...world, state, servers };
  };
  const originOf = (server: Started): string => /"address":"([^"]+)"/.exec(server.printed())?.[1] ?? '';

  it('accepts each webhook in any process, and sends each order once though one is killed', async () => {
    const { servers, taxService, state } = await serving();
    const origin = await balanced(servers.map(originOf));
    await deliverAll(origin);
    const [doomed] = servers;
    doomed?.send('SIGKILL');
    await doomed?.ended;
    await countAsDead(state, doomed?.pid);
    await deliverAll(origin);
    await eventually(() => taxService.journal().length >= pushed.length);
    expectEachPushed({ taxService });
  }, 150_000);

  it('does a historical sync that was left to the workers, and finishes it though one is killed', async () => {
    const { servers, taxService, state, folder } = await serving();
    const sync = start(folder, [...syncAll, '--on-workers'], { DATABASE_URL: state });
    await eventually(() => taxService.journal().length > 10);
    const [doomed] = servers;
    doomed?.send('SIGKILL');
    await doomed?.ended;
    await countAsDead(state, doomed?.pid);
    const { code, out } = await sync.ended;
    // The sample holds a few orders that a person must look at.
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ considered: truth.length, attempted: pushed.length, failed: 0 });
    expectEachPushed({ taxService });
  }, 150_000);
});
