import { describe, expect, it } from '@jest/globals';
import { shopify } from '../../connectors/shopify/index.ts';
import { stripe } from '../../connectors/stripe/index.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import { processLock } from '../../src/domain/async.ts';
import { secret } from '../../src/domain/secret.ts';
import { shopifyDelivery, stripeDelivery, topicNamed, topicsOf } from '../../sandbox/commands/signed-delivery.ts';
import { inTerminal } from '../support/a-terminal.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const environment = { clock: systemClock, exclusively: processLock };
const shop = 'acme.myshopify.com';
const now = Date.parse('2026-11-26T12:00:00Z');
const receivedAt = '2026-11-26T12:00:01Z';

describe('a delivery that is triggered', () => {
  const connector = shopify({ shop, accessToken: 'shpat_1', webhookSecrets: ['app-secret'] }).open(environment);

  it.each(topicsOf('shopify'))('is what Shopify sends, and names its order: %s', (topic) => {
    const { body, headers } = shopifyDelivery({ shop }, topic, '5012345678', 'app-secret');
    const meaning = right(connector.receiveWebhook({ body: Buffer.from(body), headers, receivedAt }));
    const _tag = topic === 'orders/delete' ? 'RecordDeleted' : 'RecordChanged';
    expect(meaning).toMatchObject({ _tag, recordId: '5012345678' });
  });

  const options = { secretKey: 'rk_live_1', webhookSecrets: ['whsec_1'], timeZone: 'UTC', account: 'acct_1' };
  const account = stripe(options).open(environment);

  it.each(topicsOf('stripe'))('is what Stripe sends, and names its sale: %s', (type) => {
    const to = { account: 'acct_1', secretKey: secret('rk_live_1') };
    const { body, headers } = stripeDelivery(to, type, 'in_1', { secret: 'whsec_1', now });
    const meaning = right(account.receiveWebhook({ body: Buffer.from(body), headers, receivedAt }));
    expect(meaning).toMatchObject({ _tag: 'RecordChanged', recordId: 'in_1' });
  });

  it.each([
    ['order.paid', 'orders/paid'],
    ['orders/paid', 'orders/paid'],
    ['order.created', 'orders/create'],
    ['order.canceled', 'orders/cancelled'],
    ['refund.created', 'refunds/create'],
    ['app/uninstalled', undefined],
    ['shop/redact', undefined],
  ])('of Shopify may be called %s', (name, topic) => {
    expect(topicNamed('shopify', name)).toBe(topic);
  });
});

const world = cliWorlds();
const folder = temporaryFolder();

describe('tax-nexus trigger', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a topic that no platform has',
      ['trigger', 'cart.updated'],
      'us-store has no topic "cart.updated"; it has orders/create',
    ],
    ['a storefront without a secret', ['trigger', 'order.paid'], 'Nothing can be signed: add webhookSecrets'],
    ['an unknown storefront', ['trigger', 'order.paid', '--storefront', 'x'], 'There is no storefront "x"'],
  ])('refuses %s', async (_, words, complaint) => {
    const { cli } = await world({ shop: { orders: 1 } });
    const { code, err } = await cli(words);
    expect(code).toBe(2);
    expect(err).toContain(complaint);
  });

  it('reports an address where nothing answers', async () => {
    const { cli } = await world({ shop: { orders: 1 }, webhookSecrets: ['shpss_CANARY_SECRET'] });
    const { code, out } = await cli(['trigger', 'order.paid', '--address', 'http://127.0.0.1:1/x']);
    expect(code).toBe(1);
    expect(out).toContain('no answer');
  });

  it('is shown by tax-nexus listen, which verifies it and pushes nothing', async () => {
    const { cli, taxService } = await world({ shop: { orders: 3 }, webhookSecrets: ['shpss_CANARY_SECRET'] });
    const other = await world({ shop: { orders: 1 }, webhookSecrets: ['shpss_CANARY_OTHER'] });
    let stop = (): void => undefined;
    let listening: ReturnType<typeof cli> | undefined;
    const origin = await new Promise<string>((isReady) => {
      const watch = (err: string, interrupt: () => void): void => {
        stop = interrupt;
        const [, at] = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(err) ?? [];
        if (at !== undefined) isReady(at);
      };
      listening = cli(['listen', '--port', '0'], { watch });
    });
    const address = `${origin}/tax-nexus/webhooks/us-store`;
    const sent = await cli(['trigger', 'order.paid', '--address', address, '--json']);
    expect(JSON.parse(sent.out)).toMatchObject({ topic: 'orders/paid', record: '5400000000000', status: 200 });
    expect(await other.cli(['trigger', 'order.paid', '--address', address])).toMatchObject({
      code: 1,
      out: expect.stringContaining('401\nThe signature was refused'),
    });
    expect((await cli(['trigger', 'order.paid', '--address', `${origin}/other`])).out).toContain('404');
    stop();
    const { code, out } = (await listening) ?? { code: 70, out: '' };
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}200 {2}us-store {2}orders\/paid {2}record 5400000000000 would be read again\n/);
    expect(out).toMatch(/ {2}401 {2}us-store {2}orders\/paid {2}the signature matches none of the webhook secrets/);
    expect(taxService.journal()).toHaveLength(0);
  }, 60_000);
});

describe('tax-nexus dev', () => {
  it('is a sandbox and a server in one, and its log shows what becomes of a triggered sale', async () => {
    const cli = inTerminal(folder);
    let stop = (): void => undefined;
    let printed = '';
    const running = cli(['dev', '--port', '0'], {
      isTerminal: true,
      mayShowKeys: true,
      watch: (err, interrupt) => {
        printed = err;
        stop = interrupt;
      },
    });
    const until = async (text: string): Promise<void> => {
      for (let waited = 0; waited < 5_000 && !printed.includes(text); waited += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(printed).toContain(text);
    };
    await until('  ready  ');
    const [, typed = ''] = /npx tax-nexus (trigger order\.paid .*)/.exec(printed) ?? [];
    const { code, out } = await cli(typed.split(' '));
    expect(out).toContain('It was accepted');
    expect(code).toBe(0);
    await until('A sale was pushed.  storefront=sample-store');
    const atStripe = typed.replace('order.paid', 'charge.succeeded').replace('/sample-store', '/billing');
    expect((await cli(atStripe.split(' '))).code).toBe(0);
    await until('A sale was pushed.  storefront=billing');
    stop();
    expect((await running).code).toBe(0);
  }, 90_000);
});
