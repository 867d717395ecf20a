import { isDeepStrictEqual } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { atOnce, insist, type InterfacePromise } from './promise.ts';

/** What no platform sends as the parsed body of a delivery. */
const unreadable: readonly unknown[] = [undefined, null, '', 'no json', 7, true, [], [[]]];

/** What it gives; what it throws fails the check. */
const withoutThrowing = <A>(what: string, receive: () => A): A => {
  try {
    return receive();
  } catch {
    throw new Error(`${what} threw instead of refusing`);
  }
};

/** All that it means but its id: that of a verified delivery is the host's. */
const meant = (meaning: E.Either<WebhookRefusal, WebhookMeaning>): unknown =>
  E.isLeft(meaning) ? meaning : { ...meaning.right, deliveryId: '' };

/** The promises about deliveries, as the platform signs them and as a host hands them on. */
export const deliveryPromises = ({ open, delivery }: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'says of a delivery that the host has verified what it says of the same one with its signature',
    check: atOnce(() => {
      const { request, verified } = delivery;
      const { receiveWebhook, receiveVerified } = open();
      const isTold = receiveVerified === undefined || verified !== undefined;
      insist(isTold, 'it has receiveVerified, and no verified delivery was given; the suite would prove nothing');
      const signed = request && withoutThrowing('receiveWebhook', () => receiveWebhook(request));
      const handed = verified && withoutThrowing('receiveVerified', () => receiveVerified?.(verified));
      for (const meaning of [signed, handed])
        insist(meaning === undefined || E.isRight(meaning), 'it refused the delivery that it should understand');
      const isSame = signed === undefined || handed === undefined || isDeepStrictEqual(meant(signed), meant(handed));
      insist(isSame, 'the signed and the verified delivery do not mean the same');
    }),
  },
  {
    sentence: 'refuses a verified delivery whose payload it cannot read, and throws nothing',
    check: atOnce(() => {
      const { receiveVerified } = open();
      const { topic = '', deliveryId = '' } = delivery.verified ?? {};
      for (const payload of receiveVerified === undefined ? [] : unreadable) {
        const meaning = withoutThrowing('receiveVerified', () => receiveVerified?.({ topic, deliveryId, payload }));
        insist(meaning === undefined || E.isLeft(meaning), 'it took a payload that nobody can read');
      }
    }),
  },
];
