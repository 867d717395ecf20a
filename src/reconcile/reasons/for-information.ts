/** The texts about findings of sent sales that need no action. */
import type { SkipReason } from '../../domain/exclusion.ts';
import type { InformationalFinding } from '../../domain/run.ts';
import type { ReasonText } from './reason-text.ts';

export const informationTexts: Readonly<Record<Exclude<InformationalFinding, SkipReason>, ReasonText>> = {
  'canceled and paid back': {
    todo: 'Canceled, and all of it was paid back. They count toward no threshold.',
    picture: [
      ['Items', '20,000.00'],
      ['Canceled', 'an hour later', 'cause'],
      ['Paid back', '20,000.00'],
    ],
    why: 'The sale and its reversal are both sent, so that your tax is right. It counts toward no threshold, because nothing was sold.',
  },
  'taken back': {
    todo: 'Sent, and taken back by a transaction with the opposite amounts. They count toward no threshold.',
    picture: [
      ['Sent in January', '108.25'],
      ['The bank debit failed', 'in March', 'cause'],
      ['Offset in March', '-108.25'],
    ],
    why: 'The sale was sent and is no longer true, or changed since. Its offset takes it back on the day of that event; what is right was sent again. It counts toward no threshold.',
  },
  'exempt sale': {
    todo: 'Sent with a purpose or an entity. The explanation names the evidence.',
    picture: [
      ['Items', '400.00'],
      ['Tax', '0.00'],
      ['Sent as', 'for resale', 'cause'],
    ],
    why: 'Keep the certificate: an auditor asks for it. The explanation names the evidence.',
  },
  'not compared': {
    todo: "The service's list does not show total, tax, state and day of them. Reconcile to compare them one by one.",
    picture: [
      ['In the list of the service', 'order #1001'],
      ['Total, tax, state or day', 'not in the list', 'cause'],
    ],
    why: 'It is there, so nothing is sent twice. Its amounts were not compared.',
  },
  'not read again': {
    todo: "An earlier run found them at the service. This run read only the newest rows of the service's list. Reconcile to compare all.",
    picture: [
      ['Read now', 'the newest rows of the list'],
      ['This sale', 'further down, seen by an earlier sync', 'cause'],
    ],
    why: 'Nothing is sent twice. This run did not check whether it was changed or deleted at the service since.',
  },
  'erased, not compared': {
    todo: 'The buyer asked for an erasure: street, city and ZIP are neither kept nor compared. Money, state and day are.',
    picture: [
      ['Street, city, ZIP', 'erased for the buyer', 'cause'],
      ['Total, tax, state, day', 'compared as ever'],
    ],
    why: 'The sale counts as before. A later refund is sent with country and state alone.',
    shopify: 'Shopify asked for it with customers/redact. Nothing to do.',
  },
};
