import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { WebhookMeaning } from '../../../src/mapping/source-connector.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { Mutant } from './mutant.ts';

const orderIn = (body: Uint8Array): string => /"id":"?(\w+)/.exec(Buffer.from(body).toString())?.[1] ?? '';

/** Of deliveries that come while one is being stored, nothing is kept. */
const onlyTheFirst = (inbox: Inbox): Inbox => {
  let isStoring = false;
  return {
    ...inbox,
    receiveDelivery: (delivery) => async () => {
      if (isStoring) return E.right(true);
      isStoring = true;
      const stored = await inbox.receiveDelivery(delivery)();
      isStoring = false;
      return stored;
    },
  };
};

/** Mistakes in everything that happens after the history is in. */
export const liveMutants: readonly Mutant[] = [
  {
    name: 'a webhook is answered before it is stored',
    alter: {
      receive:
        (receive, { clock }) =>
        async (request) => {
          void clock
            .sleep(2_000)()
            .then(() => receive(request));
          return Promise.resolve(new Response(null, { status: 200 }));
        },
    },
    foundBy: ['delivery lost', 'forgery taken'],
  },
  {
    name: 'a webhook is answered 200 whatever becomes of it',
    alter: {
      receive: (receive) => async (request) =>
        new Response(null, { status: (await receive(request)).status === 401 ? 401 : 200 }),
    },
    foundBy: ['delivery lost'],
  },
  {
    name: 'no signature is checked',
    alter: {
      connector: (connector) => ({
        ...connector,
        receiveWebhook: ({ body }) =>
          E.right<never, WebhookMeaning>({
            _tag: 'RecordChanged',
            recordId: orderIn(body),
            deliveryId: `d${orderIn(body)}`,
          }),
      }),
    },
    foundBy: ['forgery taken'],
  },
  {
    name: 'catch-up notes a time that is still to come',
    alter: {
      inbox: (inbox) => ({
        ...inbox,
        setCatchUpCursor: (storefront, at) =>
          inbox.setCatchUpCursor(storefront, instantOfMilliseconds(millisecondsOf(at) + 86_400_000)),
      }),
    },
    foundBy: ['lost', 'silent drift', 'never settled'],
  },
  {
    name: 'a resync request waits for ever once it was put off',
    alter: {
      inbox: (inbox) => ({
        ...inbox,
        recordOutcome: (request, owner, answer) =>
          inbox.recordOutcome(
            request,
            owner,
            answer._tag === 'Later' ? { ...answer, retryAt: answer.retryAt + 7 * 86_400_000 } : answer,
          ),
      }),
    },
    foundBy: ['never settled'],
  },
  {
    name: 'of webhooks that come together only the first is kept',
    alter: { inbox: onlyTheFirst },
    foundBy: ['delivery lost'],
  },
  {
    name: 'a claim outlives its process',
    alter: {
      inbox: (inbox) => ({
        ...inbox,
        claim: (storefront, claim) => inbox.claim(storefront, { ...claim, until: claim.until + 7 * 86_400_000 }),
      }),
    },
    foundBy: ['never settled'],
  },
];
