import type { NoBody } from './read-body.ts';
import { spoiledMessage } from './spoiled-message.ts';

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** An answer without a body: nothing in it tells a stranger anything. */
const bare = (status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { ...headers, ...more } });

const told = (status: number, body: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } });

export const taken = (): Response => bare(200);
/** The same for every path, storefront and method, so that names cannot be found out by their answers' shape. */
export const notFound = (): Response => told(404, { error: 'not found' });
export const wrongMethod = (allow: string): Response => bare(405, { allow });
export const wrongType = (): Response => bare(415);
/** The same for every path, whether or not anything is there. */
export const addressTooLong = (): Response => bare(414, { connection: 'close' });
export const unreadable = (): Response => bare(400);
/** Exactly 401, and no reason: platforms probe for it, and a forger learns nothing, not even whether there is such a storefront. */
export const unverified = (): Response => bare(401);
/** The platform sends it again. */
export const comeAgain = (): Response => bare(503, { 'retry-after': '5' });
export const ownDefect = (): Response => bare(500);
export const status = (is: 'live' | 'ready' | 'not ready'): Response =>
  told(is === 'not ready' ? 503 : 200, { status: is });

/** The connection is closed where the rest of a body would still come. */
export const noBody = (why: NoBody): Response => {
  switch (why) {
    case 'too large':
      return bare(413, { connection: 'close' });
    case 'too slow':
      return bare(408, { connection: 'close' });
    case 'displaced':
      return bare(503, { connection: 'close', 'retry-after': '5' });
    case 'broken':
      return bare(400, { connection: 'close' });
    case 'spoiled':
      return told(500, { error: spoiledMessage });
  }
};
