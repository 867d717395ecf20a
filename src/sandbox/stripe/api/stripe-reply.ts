import type { Reply } from '../../http/reply.ts';

/** An answer as Stripe writes it: indented, with the version that shaped it. */
export const stripeReply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  text: JSON.stringify(body, null, 2),
  headers: { 'request-id': 'req_1SbxSandbox', 'stripe-version': '2026-10-28.endive', ...headers },
});

export interface StripeError {
  readonly type?: 'api_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

export const stripeError = (
  status: number,
  { type = 'invalid_request_error', ...error }: StripeError,
  headers: Readonly<Record<string, string>> = {},
): Reply => stripeReply(status, { error: { ...error, type } }, headers);
