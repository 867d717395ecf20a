/** The fixed responses of the webhook and health routes, which give strangers no hint about storefronts or paths. */
import { bodyAlreadyReadMessage } from './host-request.ts';
import type { BodyError } from './read-body.ts';

export const accepted = (): Response => empty(200);
export const notFound = (): Response => json(404, { error: 'not found' });
export const methodNotAllowed = (allow: string): Response => empty(405, { allow });
export const unsupportedType = (): Response => empty(415);
/** The same for every path, whether or not it exists. */
export const addressTooLong = (): Response => empty(414, { connection: 'close' });
export const badRequest = (): Response => empty(400);
/** Exactly 401 and no reason: platforms probe for it, and a forger does not even learn whether the storefront exists. */
export const unauthorized = (): Response => empty(401);
/** The platform sends the webhook again. */
export const retryLater = (): Response => empty(503, { 'retry-after': '5' });
export const internalError = (): Response => empty(500);
export const healthStatus = (status: 'live' | 'ready' | 'not ready'): Response =>
  json(status === 'not ready' ? 503 : 200, { status });

/** Closes the connection, because the rest of a body could still arrive. */
export const bodyRejected = (error: BodyError): Response => {
  switch (error) {
    case 'too large':
      return empty(413, { connection: 'close' });
    case 'too slow':
      return empty(408, { connection: 'close' });
    case 'evicted':
      return empty(503, { connection: 'close', 'retry-after': '5' });
    case 'aborted':
      return empty(400, { connection: 'close' });
    case 'already read':
      return json(500, { error: bodyAlreadyReadMessage });
  }
};

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** A response without a body: it gives nothing away to a stranger. */
const empty = (status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { ...headers, ...more } });

const json = (status: number, body: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } });
