/** `webhooks.status`: what is subscribed at an address, and what is missing or wrong. */
import type { SubscriptionFinding } from '../../mapping/source-connector.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { asPage, fields } from '../shapes.ts';
import { subscriptionPage, subscriptionsAt, webhookAddress, type WebhooksRequest } from './subscriptions.ts';

export interface WebhooksStatusPromise {
  /** What is subscribed at the address, and what is missing or wrong. Changes nothing. */
  readonly status: (request: WebhooksRequest) => Promise<readonly SubscriptionFinding[]>;
}

export const webhooksStatus = operation<WebhooksStatusPromise['status']>()({
  name: 'webhooksStatus',
  summary: "The webhook subscriptions to the app's own address, and what is missing or wrong",
  right: 'operate',
  about: ofStorefront,
  ask: asIs,
  run: (ports, request) => subscriptionsAt(ports, 'status', request),
  http: {
    method: 'get',
    path: '/storefronts/{storefront}/subscriptions',
    given: fields({}, { address: webhookAddress }),
    ask: (given, { path }) => ({ ...given, ...path }),
    show: asPage,
    answer: subscriptionPage,
  },
});
