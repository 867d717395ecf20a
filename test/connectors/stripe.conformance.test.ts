import { afterAll } from '@jest/globals';
import { stripeConnector } from '../../connectors/stripe/index.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { startSampleStripeAccount } from '../../sandbox/stripe/start-sample-stripe-account.ts';
import { describeSourceConnector } from '../contracts/source-connector.ts';
import { hastyClock } from '../support/hasty.ts';
import { rawRequest } from '../support/raw-request.ts';
import { stripeWebhook } from '../support/signed-webhook.ts';

/** Stripe keeps events for 30 days, so the present of these tests begins where the span of changes lies within them. */
const present = Date.UTC(2025, 2, 20);
/** The connector waits as Stripe's limits want it to. */
const clock = hastyClock(present);
const timestamp = present / 1000;
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  created: timestamp,
  livemode: true,
  data: { object: { id: 'ch_1', object: 'charge' } },
};

// Dense enough for a week to need several pages. All tests read the one, which nothing changes.
const dense = await startSampleStripeAccount({ sales: 8_000, now: clock.now });
afterAll(dense.stop);

describeSourceConnector('the Stripe connector', async ({ readsOften }) => {
  const account = readsOften ? await startSampleStripeAccount({ sales: 150, now: clock.now }) : dense;
  const open =
    (key: string, apiOrigin = account.origin) =>
    (): SourceConnector =>
      stripeConnector({
        secretKey: secret(key),
        webhookSecrets: [secret('whsec_CANARY')],
        account: null,
        apiOrigin,
        timeZone: 'America/New_York',
        policy: defaultPolicy,
        clock,
      });
  return {
    under: {
      open: open(account.secretKey),
      openRefused: open('rk_live_CANARY_wrong'),
      throttled: 'by other tests',
      openUnreachable: 'by other tests',
      oneRequestFails: { url: account.origin, open: (url) => open(account.secretKey, url)() },
      expected: 'by other tests',
      datedBy: 'another date',
      range: { from: '2025-03-01', to: '2025-03-14' },
      changed: {
        interval: { start: '2025-03-04T00:00:00Z', end: '2025-03-05T12:00:00Z' },
        // The first one was made before the span, and paid in it.
        recordIds: ['in_1Sbx000108600', 'ch_1Sbx000108800', 'in_1Sbx000109200'],
      },
      delivery: {
        request: rawRequest(stripeWebhook(event, { timestamp, secret: 'whsec_CANARY' }), '2025-03-20T00:00:01Z'),
        verified: { topic: event.type, deliveryId: event.id, payload: event },
      },
      unknownId: 'ch_none',
      canaries: ['CANARY', account.secretKey],
    },
    close: readsOften ? account.stop : () => Promise.resolve(),
  };
});
