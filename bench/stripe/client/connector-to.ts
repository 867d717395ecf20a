import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { sampleMetadata } from '../../../sandbox/index.ts';
import type { Whereabouts } from '../far-side/start.ts';

export const policy: Policy = { ...defaultPolicy, metadata: sampleMetadata };

export const connectorTo = ({ origin, secretKey }: Whereabouts): SourceConnector =>
  stripeConnector({
    secretKey: secret(secretKey),
    webhookSecrets: [],
    account: null,
    apiOrigin: origin,
    timeZone: 'America/New_York',
    policy,
    clock: systemClock,
  });
