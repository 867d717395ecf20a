/** `webhooks.apply`: creates missing webhook subscriptions and repairs wrong ones. */
import type { SubscriptionFinding } from '../../mapping/source-connector.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { asPage, fields } from '../shapes.ts';
import { subscriptionPage, subscriptionsAt, webhookAddress, type WebhooksRequest } from './subscriptions.ts';

export interface ApplyWebhooksPromise {
  /** Creates missing subscriptions and repairs wrong ones; those to other addresses are left alone. Leaves an audit record. */
  readonly apply: (request: WebhooksRequest) => Promise<readonly SubscriptionFinding[]>;
}

export const applyWebhooks = operation<ApplyWebhooksPromise['apply']>()({
  name: 'applyWebhooks',
  summary:
    "Creates missing webhook subscriptions to the app's own address, and repairs wrong ones. Leaves an audit record",
  right: 'approve',
  about: ofStorefront,
  ask: asIs,
  run: (ports, request) => subscriptionsAt(ports, 'apply', request),
  http: {
    method: 'post',
    path: '/storefronts/{storefront}/subscriptions',
    given: fields({}, { address: webhookAddress }),
    ask: (given, { path, by }) => ({ ...given, ...path, by }),
    show: asPage,
    answer: subscriptionPage,
  },
});
