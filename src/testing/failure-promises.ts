/** Checks that a connector reports failures of its platform as errors, and that it rejects forged webhooks. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isDeepStrictEqual } from 'node:util';
import type { SourceError } from '../domain/errors.ts';
import type { RawRequest, SourceConnector, Window } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { answerTo, arrived, atOnce, insist, type InterfacePromise, meant, must } from './read-everything.ts';
import { insistOnNoCanary } from './record-promises.ts';

/** The promises about a platform that refuses, throttles, or does not respond. */
export const failurePromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'answers refused credentials with SourceCredentialsRefused, on every way, without throwing',
    check: () => insistOnError(under, under.openRefused, ({ _tag }) => _tag === 'SourceCredentialsRefused'),
  },
  {
    sentence: 'answers a rate limit with SourceThrottled, and the time that the platform states',
    check: async () => {
      const { throttled } = under;
      if (typeof throttled === 'string') return;
      await insistOnError(
        under,
        throttled.open,
        (error) => error._tag === 'SourceThrottled' && error.retryAfterMs === throttled.retryAfterMs,
      );
    },
  },
  {
    sentence: 'answers a platform that does not respond with SourceUnreachable',
    check: async () => {
      if (under.openUnreachable === 'by other tests') return;
      await insistOnError(under, under.openUnreachable, ({ _tag }) => _tag === 'SourceUnreachable');
    },
  },
];

/** The promises about signatures. */
export const signaturePromises = ({ open, delivery }: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'refuses a signed delivery of which one byte was changed, or whose signature was changed or left out',
    check: atOnce(() => {
      const request = arrived(delivery.request);
      if (request === undefined) return;
      const { receiveWebhook } = open();
      const takes = (changed: Partial<RawRequest>): boolean => E.isRight(receiveWebhook({ ...request, ...changed }));
      for (const at of positionsIn(request.body.length)) {
        insist(!takes({ body: flipped(request.body, at) }), `it took a delivery whose byte ${at} was changed`);
      }
      for (const body of spaced(request.body)) {
        insist(!takes({ body }), 'it took a delivery to whose body white space was added: the bytes are signed');
      }
      const signing = Object.keys(request.headers).filter(
        (name) => !takes({ headers: { ...request.headers, [name]: undefined } }),
      );
      insist(signing.length > 0, 'it took a delivery without a signature');
      const isChecked = signing.some((name) => {
        const value = request.headers[name] ?? '';
        const middle = Math.floor(value.length / 2);
        return (
          !takes({ headers: { ...request.headers, [name]: changedText(value, middle) } }) &&
          !(isOfBothCases(value) && takes({ headers: { ...request.headers, [name]: value.toLowerCase() } })) &&
          !takes({ headers: { ...request.headers, [name]: '' } })
        );
      });
      insist(isChecked, 'it took a delivery whose signature was changed');
    }),
  },
  {
    sentence: 'lets no header that is not signed decide what a delivery means',
    check: atOnce(() => {
      const request = arrived(delivery.request);
      if (request === undefined) return;
      const { receiveWebhook } = open();
      const good = receiveWebhook(request);
      for (const headers of Object.entries(request.headers).flatMap(forged(request.headers))) {
        const meaning = receiveWebhook({ ...request, headers });
        // Ignoring the delivery is safe: catch-up finds the record.
        if (E.isLeft(meaning) || meaning.right._tag === 'Irrelevant') continue;
        insist(
          isDeepStrictEqual(meant(meaning), meant(good)),
          'another word in an unsigned header changed what a delivery means: anyone can send that',
        );
      }
    }),
  },
  {
    sentence: 'names the record of a delivery, under an id that duplicates share and others do not',
    check: atOnce(() => {
      const { verified, recordId } = delivery;
      const [request, ping] = [arrived(delivery.request), arrived(delivery.ping)];
      const { receiveWebhook, receiveVerified } = open();
      const answers = [
        ...(request === undefined ? [] : [receiveWebhook(request), receiveWebhook(request)]),
        ...(verified === undefined || receiveVerified === undefined ? [] : [receiveVerified(verified)]),
      ];
      for (const answer of recordId === undefined ? [] : answers) {
        const named = E.isRight(answer) && 'recordId' in answer.right ? answer.right.recordId : undefined;
        insist(named === recordId, `it does not name the record ${recordId}: ${answerTo(answer)}`);
      }
      const meanings = answers.map((answer) => (E.isRight(answer) ? answer.right : undefined));
      if (request !== undefined) {
        const [first, second] = meanings;
        insist(first !== undefined && first.deliveryId !== '', 'the delivery has no id');
        insist(first?.deliveryId === second?.deliveryId, 'a duplicate has another delivery id');
      }
      if (verified !== undefined && receiveVerified !== undefined) {
        insist((meanings.at(-1)?.deliveryId ?? '') !== '', 'a verified delivery has no id');
      }
      const announced = ping === undefined ? undefined : receiveWebhook(ping);
      const isIgnored = announced === undefined || (E.isRight(announced) && announced.right._tag === 'Irrelevant');
      insist(isIgnored, 'it did not take the announcement of a webhook, or took it for a record');
    }),
  },
];

/** Pages and records must fail, `check` must report it, and each error must be of the expected kind. */
const insistOnError = async (
  under: ConnectorUnderTest,
  open: () => SourceConnector,
  isExpected: (error: SourceError) => boolean,
): Promise<void> => {
  for (const [name, answer] of await answersOf(under, open)) {
    if (E.isLeft(answer)) {
      insist(isExpected(answer.left), `${name} returned ${JSON.stringify(answer.left)}`);
      insistOnNoCanary(under.canaries, `an error of ${name}`, answer.left);
      continue;
    }
    insist(name !== 'readPage' && name !== 'readRecord', `${name} did not notice that the platform failed`);
    insist(name !== 'check' || isStopped(answer), 'check did not notice that the platform failed');
  }
};

/** What each method returns while the platform fails; a rejection fails the check. */
const answersOf = async (
  under: ConnectorUnderTest,
  open: () => SourceConnector,
): Promise<readonly (readonly [string, E.Either<SourceError, unknown>])[]> => {
  const [window]: readonly (Window | undefined)[] = must('windows', await under.open().windows(under.range)());
  if (window === undefined) throw new Error('the range has no window');
  const connector = open();
  const methods: readonly (readonly [string, () => Promise<E.Either<SourceError, unknown>>])[] = [
    ['account', connector.account],
    ['windows', connector.windows(under.range)],
    ['changes', connector.changes(under.changed.interval)],
    ['readPage', connector.readPage(window, O.none)],
    ['readRecord', connector.readRecord(under.unknownId)],
    ['check', connector.check],
  ];
  const answers: (readonly [string, E.Either<SourceError, unknown>])[] = [];
  for (const [name, ask] of methods) {
    const answer = await ask().catch(() => {
      throw new Error(`${name} threw instead of returning an error`);
    });
    answers.push([name, answer]);
  }
  return answers;
};

const isStopped = (answer: E.Either<SourceError, unknown>): boolean =>
  E.isRight(answer) &&
  JSON.stringify(answer.right, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).includes(
    '"level":"stops"',
  );

/** Some positions of a text or body: its ends, and between them. */
const positionsIn = (length: number): readonly number[] =>
  [...new Set([0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => Math.floor(part * (length - 1))))].filter((at) => at >= 0);

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

const space = 0x20;
const lineEnd = 0x0a;

/** Adds white space that a parser ignores, but that was not signed. */
const spaced = (body: Uint8Array): readonly Uint8Array[] => [
  Uint8Array.of(...body, lineEnd),
  Uint8Array.of(space, ...body),
];

const changedText = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

/** Whether a text is Base64, in which the case of a letter matters. In hex it does not. */
const isOfBothCases = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

/** Words for events that only a signed delivery may cause. */
const grave = ['deleted', 'delete', 'trashed', 'removed', 'uninstalled', 'redact', 'erased'];

/** The headers with other words in one of them: `order.updated` becomes `order.deleted`. */
const forged =
  (headers: RawRequest['headers']) =>
  ([name, value = '']: readonly [string, string | undefined]): readonly RawRequest['headers'][] =>
    grave.map((word) => ({
      ...headers,
      [name]: value.replace(/[a-z]+$/i, /[a-z]/.test(value) ? word : word.toUpperCase()),
    }));
