import type { Reply } from '../../http/reply.ts';
import type { Endpoint } from './endpoints.ts';
import { stripeError } from './stripe-reply.ts';

export interface KeyHolder {
  readonly secretKey: string;
  readonly account: string;
  /** What a restricted key may read; null: everything. */
  readonly permissions: readonly string[] | null;
}

/** Keys are shown by their first and last letters. */
const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(9)}${key.slice(-4)}`;

const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1];

/** Why a request is refused at the door, if it is: by its key, its account, or what its key may read. */
export const refuseAccess = (
  { secretKey, account, permissions }: KeyHolder,
  { permission }: Endpoint,
  headers: { readonly authorization: string | undefined; readonly account: string | undefined },
  expand: readonly string[],
): Reply | undefined => {
  const key = bearer(headers.authorization);
  if (key !== secretKey) {
    return stripeError(401, {
      message: key === undefined ? 'You did not provide an API key.' : `Invalid API Key provided: ${masked(key)}`,
    });
  }
  if (headers.account !== undefined && headers.account !== account) {
    const message = `The provided key '${masked(key)}' does not have access to account '${headers.account}' (or that account does not exist). Application access may have been revoked.`;
    return stripeError(403, { message, code: 'account_invalid' });
  }
  const expanded = expand.some((path) => path.split('.').includes('payment_intent')) ? ['rak_payment_intent_read'] : [];
  const missing = [permission, ...expanded].find((needed) => permissions?.includes(needed) === false);
  return missing === undefined
    ? undefined
    : stripeError(403, {
        message: `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${missing}' permission would allow this request to continue.`,
      });
};
