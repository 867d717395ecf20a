/** Webhook subscriptions of the sample shop, with Shopify's refusals. No webhook is ever delivered. */
import { type Answer, gid } from './answers/answer.ts';

/** The input of a new or changed subscription. */
export interface WebhookInput {
  readonly uri?: string | null;
  readonly callbackUrl?: string | null;
  readonly format?: string | null;
  readonly filter?: string | null;
  readonly includeFields?: readonly string[] | null;
  readonly name?: string | null;
}

export interface WebhookFilter {
  readonly topics?: readonly string[] | null;
  readonly uri?: string | null;
  readonly format?: string | null;
}

export interface Webhooks {
  readonly all: (filter: WebhookFilter) => readonly Answer[];
  readonly find: (id: string) => Answer | null;
  readonly create: (topic: string, input: WebhookInput) => Answer;
  readonly update: (id: string, input: WebhookInput) => Answer;
  readonly remove: (id: string) => Answer;
}

interface Kept {
  readonly id: string;
  readonly topic: string;
  readonly uri: string;
  readonly format: string;
  readonly filter: string | null;
  readonly includeFields: readonly string[];
  readonly name: string | null;
  readonly at: string;
}

export const webhooks = (version: string, now: () => number): Webhooks => {
  const kept = new Map<string, Kept>();
  let made = 0;

  const toAnswer = ({ at, ...one }: Kept): Answer => ({
    ...one,
    callbackUrl: one.uri,
    legacyResourceId: one.id.split('/').at(-1),
    createdAt: at,
    updatedAt: at,
    apiVersion: { handle: version, displayName: version, supported: true },
  });

  const problemOf = (one: Kept): string | undefined => {
    const isTaken = [...kept.values()].some(
      (other) =>
        other.id !== one.id && other.topic === one.topic && other.uri === one.uri && other.filter === one.filter,
    );
    return addressProblem(one.uri) ?? (isTaken ? 'Address for this topic has already been taken' : undefined);
  };

  const keep = (one: Kept): Answer => {
    const problem = problemOf(one);
    if (problem !== undefined) return refusal(problem);
    kept.set(one.id, one);
    return { webhookSubscription: toAnswer(one), userErrors: [] };
  };

  return {
    all: ({ topics, uri, format }) =>
      [...kept.values()]
        .filter((one) => (topics ?? []).length === 0 || topics?.includes(one.topic) === true)
        .filter((one) => (uri ?? one.uri) === one.uri && (format ?? one.format) === one.format)
        .map(toAnswer),
    find: (id) => {
      const one = kept.get(id);
      return one === undefined ? null : toAnswer(one);
    },
    create: (topic, input) => {
      const fresh: Kept = {
        id: gid('WebhookSubscription', made + 1),
        topic,
        uri: '',
        format: 'JSON',
        filter: null,
        includeFields: [],
        name: null,
        at: new Date(now()).toISOString(),
      };
      const answer = keep(changed(fresh, input));
      if (answer['webhookSubscription'] !== null) made += 1;
      return answer;
    },
    update: (id, input) => {
      const before = kept.get(id);
      return before === undefined ? refusal('Webhook subscription does not exist') : keep(changed(before, input));
    },
    remove: (id) => ({
      deletedWebhookSubscriptionId: kept.delete(id) ? id : null,
      userErrors: [],
    }),
  };
};

/** Shopify's error for an address to which it does not deliver. */
const addressProblem = (uri: string): string | undefined => {
  if (/^pubsub:\/\/.+|^arn:aws:events:.+/.test(uri)) return undefined;
  if (!URL.canParse(uri)) return 'Address is invalid';
  const { protocol } = new URL(uri);
  return protocol === 'https:' ? undefined : `Address protocol ${protocol}// is not supported`;
};

const refusal = (message: string): Answer => ({
  webhookSubscription: null,
  userErrors: [{ field: ['webhookSubscription', 'callbackUrl'], message }],
});

const changed = (before: Kept, input: WebhookInput): Kept => ({
  ...before,
  uri: input.uri ?? input.callbackUrl ?? before.uri,
  format: input.format ?? before.format,
  filter: input.filter === undefined ? before.filter : blankIsNone(input.filter),
  includeFields: input.includeFields ?? before.includeFields,
  name: input.name ?? before.name,
});

const blankIsNone = (text: string | null): string | null => (text === '' ? null : text);
