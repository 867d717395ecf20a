import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { connection } from '../records/connection.ts';
import { webhookSubscriptions } from '../documents/index.ts';
import { refused } from '../errors.ts';
import { WebhookSubscription } from './webhook-subscription.ts';
import { allWebhookTopics } from './webhook-topics.ts';

const Subscriptions = connection(WebhookSubscription);

/** An app may have a few addresses for each topic, never thousands. */
const mostPages = 50;

/** The app's subscriptions to our topics, at every address. */
export const readSubscriptions =
  (ask: Ask) => async (): Promise<E.Either<SourceError, readonly WebhookSubscription[]>> => {
    const all: WebhookSubscription[] = [];
    let after: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const variables: Readonly<Record<string, unknown>> = { topics: allWebhookTopics, after };
      const answer = await askFor(ask)(webhookSubscriptions, variables, 'webhookSubscriptions', Subscriptions);
      if (E.isLeft(answer)) return answer;
      if (answer.right === undefined) break;
      all.push(...answer.right.nodes);
      const { endCursor, isCutShort } = answer.right;
      if (!isCutShort) return E.right(all);
      if (endCursor === null || endCursor === after) break;
      after = endCursor;
    }
    return E.left(refused('Shopify does not list the webhook subscriptions whole; nothing was changed'));
  };
