import { randomBytes } from 'node:crypto';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A value for the policy of one answer; never used twice. */
export const newNonce = (): string => randomBytes(16).toString('base64url');

/**
 * What no page goes without: nothing foreign is loaded, nothing unsigned by the nonce is styled or run, and nobody frames it
 * but who is allowed to.
 *
 * @param frameAncestors origins; none when empty
 */
export const guardHeaders = (nonce: string, frameAncestors: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; '),
  ...(frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** What an element of ours comes to. */
export const render = async (element: HtmlEscapedString | Promise<HtmlEscapedString>): Promise<string> =>
  (await element).toString();
