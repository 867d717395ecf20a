/** Decides what a verified event of Stripe means for a storefront: a record changed, its account disconnected, or nothing. */
import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { recordOfEvent, WebhookEvent } from './webhook-event.ts';

/** The account of an event: a connected account, or null for the owner of the endpoint. */
export const accountOfEvent = ({ account, user_id, context }: WebhookEvent): string | null =>
  account ?? user_id ?? innermost(context);

/** The mode (null when it is not known yet) and the account whose events count. */
export interface Home {
  readonly mode: 'live' | 'test' | null;
  /** The connected account (`acct_…`); null for the key's own. */
  readonly account: string | null;
  /** The key's own account; null until it has been read. */
  readonly own: string | null;
}

/** Whether an event is about other data than this storefront's: the other mode, or another account. */
export const isForeign = (event: WebhookEvent, { mode, account, own }: Home): boolean => {
  if (mode !== null && event.livemode !== null && event.livemode !== (mode === 'live')) return true;
  const about = accountOfEvent(event);
  const home = account ?? own;
  if (about === null || about === home) return false;
  return home !== null || isConnected(event);
};

/** The meaning of the body of a verified event for a storefront's account. */
export const meaningOfEvent = (body: unknown, home: Home): E.Either<WebhookRefusal, WebhookMeaning> => {
  const decoded = decodeAs(WebhookEvent)(body);
  if (E.isRight(decoded)) return E.right(meaningOf(decoded.right, home));
  return E.left({ _tag: 'Unreadable', message: `it is not an event of Stripe: ${decoded.left.problems.join('; ')}` });
};

/** A context is a path of accounts, from the outermost one (`org_…/acct_…`); the last one counts. */
const innermost = (context: string | null): string | null => context?.split('/').at(-1) ?? null;

/**
 * Whether an event states that it is about a connected account: in `account`, or as a thin event, which has only a context. An
 * event of an organization's member names its account in the context alone, and the key's own account may be that member.
 */
const isConnected = ({ account, user_id, object }: WebhookEvent): boolean =>
  account !== null || user_id !== null || object !== 'event';

const meaningOf = (event: WebhookEvent, home: Home): WebhookMeaning => {
  const deliveryId = event.id;
  if (isForeign(event, home)) return { _tag: 'Irrelevant', deliveryId };
  if (isGoodbye(event, home.account)) return { _tag: 'Uninstalled', deliveryId };
  const recordId = recordOfEvent(event);
  return recordId === null ? { _tag: 'Irrelevant', deliveryId } : { _tag: 'RecordChanged', recordId, deliveryId };
};

/** Whether a connected account has disconnected its platform. The signed body states both the event and the account. */
const isGoodbye = (event: WebhookEvent, account: string | null): boolean =>
  event.type.replace(/^v1\./, '') === 'account.application.deauthorized' &&
  account !== null &&
  accountOfEvent(event) === account;
