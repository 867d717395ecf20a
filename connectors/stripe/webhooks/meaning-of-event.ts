import type { WebhookMeaning } from '../../../src/mapping/source-connector.ts';
import { accountOfEvent, type Home, isForeign } from './foreign-event.ts';
import { recordOfEvent, type WebhookEvent } from './webhook-event.ts';

/** A connected account has cut off its platform. Both what happened and to whom stand in the signed body. */
const isGoodbye = (event: WebhookEvent, account: string | null): boolean =>
  event.type.replace(/^v1\./, '') === 'account.application.deauthorized' &&
  account !== null &&
  accountOfEvent(event) === account;

/** What an event that is known to be Stripe's means for the account of a storefront. */
export const meaningOfEvent = (event: WebhookEvent, home: Home): WebhookMeaning => {
  const deliveryId = event.id;
  if (isForeign(event, home)) return { _tag: 'Irrelevant', deliveryId };
  if (isGoodbye(event, home.account)) return { _tag: 'Uninstalled', deliveryId };
  const recordId = recordOfEvent(event);
  return recordId === null ? { _tag: 'Irrelevant', deliveryId } : { _tag: 'RecordChanged', recordId, deliveryId };
};
