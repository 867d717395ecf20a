import * as E from 'fp-ts/lib/Either.js';
import { apiVersion } from '../client/api-version.ts';
import { webhookAddressProblem } from './subscriptions.ts';
import { privacyTopics, webhookTopics } from './webhook-topics.ts';

const list = (topics: readonly string[]): string => `[${topics.map((topic) => JSON.stringify(topic)).join(', ')}]`;

/**
 * The `[webhooks]` section of `shopify.app.toml`: all topics for all shops of the app, to one address. Left: why Shopify would not
 * deliver to it.
 */
export const webhooksToml = (address: string): E.Either<string, string> => {
  const problem = webhookAddressProblem(address);
  if (problem !== undefined) return E.left(problem);
  return E.right(`[webhooks]
api_version = "${apiVersion}"

[[webhooks.subscriptions]]
topics = ${list(Object.values(webhookTopics))}
compliance_topics = ${list(privacyTopics)}
uri = ${JSON.stringify(address)}
`);
};
