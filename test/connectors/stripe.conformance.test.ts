import { stripeConnector } from '../../connectors/stripe/index.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import { secret } from '../../src/core/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { startSampleStripeAccount } from '../../src/sandbox/stripe/start-sample-stripe-account.ts';
import { describeSourceConnector } from '../contracts/source-connector.ts';

describeSourceConnector('the Stripe connector', async () => {
  // Dense enough for a week to need several pages.
  const account = await startSampleStripeAccount({ sales: 8_000 });
  const open = (key: string) => (): SourceConnector =>
    stripeConnector({
      secretKey: secret(key),
      webhookSecrets: [secret('whsec_CANARY')],
      account: null,
      apiOrigin: account.origin,
      timeZone: 'America/New_York',
      policy: defaultPolicy,
      clock: systemClock,
    });
  return {
    under: {
      open: open(account.secretKey),
      openRefused: open('rk_live_CANARY_wrong'),
      range: { from: '2025-03-01', to: '2025-03-14' },
      unknownId: 'ch_none',
      canaries: ['CANARY', account.secretKey],
    },
    close: account.stop,
  };
});
