/** Delivers one notification to one target (an https address, Slack or a function), with retries and a signature. */
import { createHmac } from 'node:crypto';
import { got, HTTPError } from 'got';
import { answerInTime } from '../../domain/host-function.ts';
import type { Secret } from '../../domain/secret.ts';
import { sleepUntilAborted } from '../system-environment.ts';
import type { Notification, NotificationKind } from './notification.ts';

/** A checked target. `only`: null for all kinds. */
export type NotificationTarget = { readonly only: readonly NotificationKind[] | null } & (
  | { readonly send: (notification: Notification) => unknown }
  /** The address of a Slack webhook is a secret by itself. */
  | { readonly url: Secret; readonly format: 'json' | 'slack'; readonly key: Secret | null }
);

/** Attempts after the first, about 1, 2 and 4 seconds apart. */
const retries = 3;

/**
 * Rejects when the notification was not accepted after some attempts, or the signal aborts it.
 *
 * @param now milliseconds since 1970
 */
export const deliver = async (
  target: NotificationTarget,
  notification: Notification,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<void> => {
  if ('send' in target) {
    await answerInTime(sleepUntilAborted, () => target.send(notification));
    return;
  }
  const body = bodyOf(target.format, notification);
  const signed =
    target.key === null ? {} : signatureHeaders(notification.id, Math.floor(now / 1_000), body, target.key);
  const response = await got.post(target.url.reveal(), {
    body,
    headers: { 'content-type': 'application/json', ...signed },
    followRedirect: false,
    retry: { limit: retries, methods: ['POST'] },
    timeout: { request: 10_000 },
    signal,
  });
  // Got does not report a redirect that is not followed as an error.
  if (response.statusCode >= 300) throw new HTTPError(response);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const bodyOf = (format: 'json' | 'slack', notification: Notification): string =>
  JSON.stringify(
    format === 'json' ? notification : { text: `*${escaped(notification.title)}*\n${escaped(notification.text)}` },
  );

/**
 * The headers of the Standard Webhooks specification, which libraries of many languages verify: the signature is an
 * HMAC-SHA256 of id, time and body.
 *
 * Source: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md.
 *
 * @param key base64 behind `whsec_`
 * @param seconds since 1970
 */
const signatureHeaders = (id: string, seconds: number, body: string, key: Secret): Record<string, string> => {
  const bytes = Buffer.from(key.reveal().slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${digest}` };
};
