import type { RawRequest } from '../../src/mapping/source-connector.ts';
import type { SignedWebhook } from './signed-webhook.ts';

/** A delivery as a connector is given it. */
export const rawRequest = ({ body, headers }: SignedWebhook, receivedAt: string): RawRequest => ({
  body: new TextEncoder().encode(body),
  headers,
  receivedAt,
});
