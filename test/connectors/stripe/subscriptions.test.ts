import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { StripeSettings } from '../../../connectors/stripe/settings.ts';
import { subscriptionsOf } from '../../../connectors/stripe/webhooks/subscriptions.ts';
import { secret } from '../../../src/domain/secret.ts';
import { eventTypes } from '../../../connectors/stripe/webhooks/webhook-event.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import type { Json } from '../../support/stripe-objects.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import { closeStandIns, settingsFor, start, type StripeStorefront } from '../../support/stripe-storefront.ts';

closeStandIns();

const address = 'https://app.example/tax-nexus/webhooks/billing';

const endpoint = (over: Json = {}): Json => ({
  id: 'we_9',
  object: 'webhook_endpoint',
  url: address,
  status: 'enabled',
  application: null,
  enabled_events: [...eventTypes],
  metadata: {},
  ...over,
});

const of = ({ connector }: StripeStorefront): WebhookSubscriptions => {
  if (O.isNone(connector.subscriptions)) throw new Error('there are no subscriptions');
  return connector.subscriptions.value;
};

const eventsIn = (findings: readonly SubscriptionFinding[]): readonly SubscriptionFinding[] =>
  findings.filter(({ topic }) => topic !== 'signing secret');

const statesOf = (findings: readonly SubscriptionFinding[]): readonly string[] => [
  ...new Set(eventsIn(findings).map(({ state }) => state)),
];

describe('the webhook endpoint of an account', () => {
  it('is documented with every event that it asks for', () => {
    const docs = readFileSync(new URL('../../../docs/stripe.md', import.meta.url), 'utf8');
    const step = docs.slice(docs.indexOf('all of these events arrive'), docs.indexOf('Snapshot and thin'));
    expect([...step.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)).toStrictEqual([...eventTypes]);
  });

  it('is missing at first, and looking changes nothing', async () => {
    const storefront = await start({});
    const findings = right(await of(storefront).status(address)());
    expect(eventsIn(findings).map(({ topic }) => topic)).toStrictEqual([...eventTypes]);
    expect(statesOf(findings)).toStrictEqual(['missing']);
    expect(storefront.standIn.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is created once, for these events, however often apply runs', async () => {
    const storefront = await start({});
    const created = right(await of(storefront).apply(address)());
    expect(statesOf(created)).toStrictEqual(['created']);
    expect(created[0]?.message).toBe('subscribed');
    expect(storefront.standIn.data.webhookEndpoints).toMatchObject([{ url: address, enabled_events: [...eventTypes] }]);
    expect(statesOf(right(await of(storefront).apply(address)()))).toStrictEqual(['present']);
    const findings = right(await of(storefront).status(address)());
    expect(statesOf(findings)).toStrictEqual(['present']);
    expect(findings[0]?.message).toBe('subscribed');
    expect(storefront.standIn.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    ['another app', { application: null }, 'present'],
    ['a Connect application', { application: 'ca_1' }, 'missing'],
    ['this library, for connected accounts', { metadata: { tax_nexus_sync: 'connected accounts' } }, 'missing'],
    ['this library, for the account', { application: 'ca_1', metadata: { tax_nexus_sync: 'account' } }, 'present'],
  ])('is there or not where one at this address was made by %s', async (_, over, state) => {
    const storefront = await start({ webhookEndpoints: [endpoint(over)] });
    expect(statesOf(right(await of(storefront).status(address)()))).toStrictEqual([state]);
  });

  it('at another address of the storefront is enough, and no second one is created', async () => {
    const shared = address.replace('billing', 'stripe');
    const storefront = await start({ webhookEndpoints: [endpoint({ url: shared })] });
    const known = { alsoAt: [shared], deliveries: [] };
    const findings = right(await of(storefront).apply(address, known)());
    expect(statesOf(findings)).toStrictEqual(['present']);
    expect(findings[0]?.message).toBe(`subscribed at ${shared}`);
    expect(statesOf(right(await of(storefront).status(address, known)()))).toStrictEqual(['present']);
    expect(storefront.standIn.data.webhookEndpoints).toHaveLength(1);
  });

  it('asks for its secret from the dashboard, and never shows it', async () => {
    const storefront = await start({});
    const findings = right(await of(storefront).apply(address)());
    expect(findings.at(-1)).toMatchObject({ topic: 'signing secret', state: 'set by hand' });
    expect(JSON.stringify(findings)).not.toContain('CANARY');
  });

  it('has its secret in the settings, or it is to be copied there', async () => {
    const storefront = await start({ webhookEndpoints: [endpoint()] });
    const secretOf = async (settings: Partial<StripeSettings>) => {
      const { status, apply } = subscriptionsOf({ ...settingsFor(storefront.standIn.origin), ...settings });
      return [right(await status(address)()).at(-1), right(await apply(address)()).at(-1)];
    };
    const known = { topic: 'signing secret', state: 'present', message: 'a signing secret is configured' };
    expect(await secretOf({ webhookSecrets: [secret('whsec_CANARY')] })).toStrictEqual([known, known]);
    const unknown = { state: 'set by hand', message: expect.stringContaining('into webhookSecrets') };
    expect(await secretOf({ webhookSecrets: [] })).toMatchObject([unknown, unknown]);
  });

  it('is the one that is enabled, where another is not', async () => {
    const disabled = endpoint({ id: 'we_8', status: 'disabled' });
    const storefront = await start({ webhookEndpoints: [disabled, endpoint(), disabled] });
    expect(statesOf(right(await of(storefront).status(address)()))).toStrictEqual(['present']);
  });

  it('with some of the events missing gets them, and keeps the ones that its owner added', async () => {
    const storefront = await start({
      webhookEndpoints: [endpoint({ enabled_events: ['payout.paid', 'invoice.paid'] })],
    });
    const findings = right(await of(storefront).apply(address)());
    expect(findings.find(({ topic }) => topic === 'invoice.paid')?.state).toBe('present');
    expect(findings.find(({ topic }) => topic === 'charge.succeeded')).toStrictEqual({
      ...{ topic: 'charge.succeeded', state: 'repaired', message: 'subscribed' },
    });
    const [kept] = storefront.standIn.data.webhookEndpoints;
    expect(new Set(kept?.['enabled_events'] as string[])).toStrictEqual(new Set(['payout.paid', ...eventTypes]));
  });

  it('that is disabled is wrong, and enabled again', async () => {
    const storefront = await start({ webhookEndpoints: [endpoint({ status: 'disabled' })] });
    expect(statesOf(right(await of(storefront).status(address)()))).toStrictEqual(['wrong']);
    expect(statesOf(right(await of(storefront).apply(address)()))).toStrictEqual(['repaired']);
    expect(storefront.standIn.data.webhookEndpoints).toMatchObject([{ status: 'enabled' }]);
  });

  it('that asks for everything has all that is needed', async () => {
    const storefront = await start({ webhookEndpoints: [endpoint({ enabled_events: ['*'] })] });
    expect(statesOf(right(await of(storefront).status(address)()))).toStrictEqual(['present']);
  });

  it('says in which version its events arrive', async () => {
    const messageFor = async (version: string | null): Promise<string | undefined> => {
      const storefront = await start({ webhookEndpoints: [endpoint({ api_version: version })] });
      return right(await of(storefront).status(address)()).find(({ topic }) => topic === 'API version')?.message;
    };
    expect(await messageFor('2019-05-16')).toContain(
      'version 2019-05-16, records are read in version 2026-10-28.endive',
    );
    expect(await messageFor(null)).toContain("the account's own version");
  });

  it('at another address is left alone', async () => {
    const other = endpoint({ url: 'https://other.example/hook', status: 'disabled', enabled_events: ['payout.paid'] });
    const storefront = await start({ webhookEndpoints: [other] });
    right(await of(storefront).apply(address)());
    expect(storefront.standIn.data.webhookEndpoints).toHaveLength(2);
    expect(storefront.standIn.data.webhookEndpoints[0]).toStrictEqual(other);
  });

  it('is found among more endpoints than one page shows', async () => {
    const others = Array.from({ length: 130 }, (_, n) => endpoint({ id: `we_x${n}`, url: `https://app.example/${n}` }));
    const storefront = await start({ webhookEndpoints: [endpoint(), ...others] });
    expect(statesOf(right(await of(storefront).apply(address)()))).toStrictEqual(['present']);
  });

  it('of a platform is made on the platform itself, for the events of connected accounts', async () => {
    const storefront = await start({}, 'rk_live_1', 'acct_connected');
    const findings = right(await of(storefront).apply(address)());
    expect(findings.map(({ topic }) => topic)).toContain('account.application.deauthorized');
    const made = storefront.standIn.requests.find(({ method }) => method === 'POST');
    expect(made?.form.get('connect')).toBe('true');
    expect(storefront.standIn.requests.map(({ headers }) => headers['stripe-account'])).not.toContain('acct_connected');
    expect(statesOf(right(await of(storefront).apply(address)()))).toStrictEqual(['present']);
  });

  it("of a platform does not take the platform's own endpoint for one of connected accounts", async () => {
    const storefront = await start({ webhookEndpoints: [endpoint()] }, 'rk_live_1', 'acct_connected');
    expect(statesOf(right(await of(storefront).status(address)()))).toStrictEqual(['missing']);
  });

  it("is the account's own when the settings name the account of the key itself", async () => {
    const storefront = await start({}, 'rk_live_1', 'acct_1');
    right(await of(storefront).apply(address)());
    expect(storefront.standIn.requests.find(({ method }) => method === 'POST')?.form.get('connect')).toBe('false');
  });

  it('that the key may not look at is no refused key, and can be made by hand', async () => {
    const storefront = await start({});
    storefront.standIn.fault = ({ path }) =>
      path === 'webhook_endpoints' ? withoutPermission('rak_webhook_read') : undefined;
    const error = left(await of(storefront).status(address)());
    expect(error._tag).toBe('SourceRefused');
    expect(error.message).toMatch(/rak_webhook_read.*create the endpoint in the dashboard/);
  });

  it.each([
    ['http://app.example/hook', 'https only'],
    ['https://user@app.example/hook', 'contains credentials'],
    ['https://:CANARY@app.example/hook', 'contains credentials'],
    ['https://app.example/hook#CANARY', 'ends in a fragment'],
    ['https://localhost/hook', 'cannot reach'],
    ['app.example', 'is not a web address'],
  ])('is not made at %s, and nothing is asked', async (bad, says) => {
    const storefront = await start({});
    const error = left(await of(storefront).apply(bad)());
    expect(error.message).toContain(says);
    expect(error.message).not.toContain('CANARY');
    expect(storefront.standIn.requests).toHaveLength(0);
  });
});
