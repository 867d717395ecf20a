import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { recordOfEvent, WebhookEvent } from './webhook-event.ts';

/** A context is a path of accounts, from the outermost one (`org_…/acct_…`); the last one is meant. */
const innermost = (context: string | null): string | null => context?.split('/').at(-1) ?? null;

/** Whose event it is: a connected account, or null for the owner of the endpoint. */
export const accountOfEvent = ({ account, user_id, context }: WebhookEvent): string | null =>
  account ?? user_id ?? innermost(context);

/** Whose events count: of one mode (null when it is not known yet), and of one account. */
export interface Home {
  readonly mode: 'live' | 'test' | null;
  /** The connected account (`acct_…`); null for the key's own. */
  readonly account: string | null;
  /** The key's own account; null until it was read. */
  readonly own: string | null;
}

/**
 * Whether an event of a connected account has been named as such: in `account`, or by being thin, which has a context only.
 * An event of an organization's member names its account in the context alone, and the key's own may be that member.
 */
const isConnected = ({ account, user_id, object }: WebhookEvent): boolean =>
  account !== null || user_id !== null || object !== 'event';

/** Whether an event is about other data than this storefront's: the other mode, or another account. */
export const isForeign = (event: WebhookEvent, { mode, account, own }: Home): boolean => {
  if (mode !== null && event.livemode !== null && event.livemode !== (mode === 'live')) return true;
  const about = accountOfEvent(event);
  const home = account ?? own;
  if (about === null || about === home) return false;
  return home !== null || isConnected(event);
};

/** A connected account has cut off its platform. Both what happened and to whom stand in the signed body. */
const isGoodbye = (event: WebhookEvent, account: string | null): boolean =>
  event.type.replace(/^v1\./, '') === 'account.application.deauthorized' &&
  account !== null &&
  accountOfEvent(event) === account;

/** What the body of an event that is known to be Stripe's means for the account of a storefront. */
export const meaningOfEvent = (body: unknown, home: Home): E.Either<WebhookRefusal, WebhookMeaning> => {
  const decoded = decodeAs(WebhookEvent)(body);
  if (E.isRight(decoded)) return E.right(meaningOf(decoded.right, home));
  return E.left({ _tag: 'Unreadable', message: `it is not an event of Stripe: ${decoded.left.problems.join('; ')}` });
};

const meaningOf = (event: WebhookEvent, home: Home): WebhookMeaning => {
  const deliveryId = event.id;
  if (isForeign(event, home)) return { _tag: 'Irrelevant', deliveryId };
  if (isGoodbye(event, home.account)) return { _tag: 'Uninstalled', deliveryId };
  const recordId = recordOfEvent(event);
  return recordId === null ? { _tag: 'Irrelevant', deliveryId } : { _tag: 'RecordChanged', recordId, deliveryId };
};
