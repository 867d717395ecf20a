import { type FailureReason, findingKind, type FindingKind } from '../domain/run.ts';
import type { HoldReason } from '../domain/exclusion.ts';

interface Remedy {
  /** For a bookkeeper, who cannot edit a configuration: it names no setting. */
  readonly todo: string;
  /** The text for a sale that a setting sent anyway. */
  readonly todoWhenSent?: string;
  /** Settings that decide it, for developers; shown separately. */
  readonly settings?: readonly string[];
}

/** What a person can do about each reason and finding; a text is the `todo` of one that has nothing else. */
export const remedies: Readonly<
  Record<HoldReason | FailureReason | FindingKind | 'drift' | 'adjustment', Remedy | string>
> = {
  adjustment:
    'Changed after they were sent, and the change was not. Report it where it belongs, or note what was done.',
  'unreadable record': 'These records have an unknown shape. Report them with their ids.',
  'incomplete record':
    'Required data is missing, or could not be read. Correct what the messages name, or grant the permission that the check names; then retry.',
  'record not served':
    'The platform fails when it is asked for these records, and serves the others. Retry later; if it lasts, report them to the platform.',
  'totals do not add up': "The parts don't add up to the stated total. Check the order, then retry.",
  'refund exceeds its sale':
    'More was paid back than is left of what was sent: it may be for a gift card or a tip. Check what it was, and enter it where it belongs.',
  'missing address': 'No usable address. Complete it at the platform, then retry.',
  'unknown currency': 'The currency is not in ISO 4217. Correct the order at the platform, then retry.',
  'amount not exact':
    'An amount has more decimals than the currency allows, or is too large. Correct the order, then retry.',
  'no exchange rate': {
    todo: 'No exchange rate to the currency of your returns is known for these sales. Retry later, or give the rate.',
    settings: ['policy.reportingCurrency', 'policy.exchangeRate'],
  },
  'tax still estimated': {
    todo: 'The platform may still change the tax. Retry once it is final, or decide to send such sales anyway.',
    todoWhenSent: 'Sent before the tax was final. Check them.',
    settings: ['policy.estimatedTax'],
  },
  'partially paid': {
    todo: 'Retry once they are paid, or decide to send such sales whole, or to leave them out until then.',
    todoWhenSent: 'Sent whole, though paid only in part. Check them.',
    settings: ['policy.partiallyPaid'],
  },
  'waiting for its sale': 'These refunds wait for their sales. Resolve the sales first, then retry.',
  'app rule failed': {
    todo: "A rule of your app failed, or returned a transaction whose totals don't add up. Correct the rule, then retry.",
    settings: ['hooks.beforePush', 'policy.exchangeRate'],
  },
  'code not accepted': {
    todo: 'The service does not accept this marketplace or kind of exempt buyer. Map its code to a known one, then retry.',
    settings: ['service.wire.marketplaces', 'service.wire.entities', 'policy.marketplaces', 'policy.exemptTags'],
  },
  'zero total held': {
    todo: 'The total of these sales is zero. Decide whether the service should count them, then retry.',
    settings: ['policy.zeroTotals'],
  },
  'marketplace sale held': {
    todo: 'A marketplace remits the tax of these sales. Decide whether the service should count them, then retry.',
    settings: ['policy.marketplaceSales'],
  },
  'possible duplicate': {
    todo: 'Another storefront may have sent the same sales. Follow their messages, then retry.',
    todoWhenSent:
      'They look like sales of another storefront, and both are sent. Compare them; if two are one sale, delete one at the service. A payment that names its order is sent once.',
    settings: ['policy.metadata'],
  },
  'partly sent already':
    'Already sent, as a separate part or as a part of another sale. Follow their messages, and mark them as resolved.',
  'closed period': {
    todo: 'Their months are closed periods. Reopen the month, or allow sending into closed periods, then retry.',
    settings: ['--into-closed', 'intoClosedPeriods'],
  },
  'gone from the service':
    'Sent before, and the service no longer holds them. Send them again here or with tax-nexus correct --gone, or leave them out.',
  refused: 'The service refused them. Correct the fields that the messages name, then retry.',
  'no definitive response': 'No definitive response from the service. Retry later; nothing is doubled.',
  'exempt, no reason given': {
    todo: 'Exempt, no reason given. Find the reason; you can set it for all such buyers, or by tags of orders and customers.',
    settings: ['policy.exemptEntity', 'policy.exemptTags', 'policy.resaleTags'],
  },
  'exempt, but taxed': {
    todo: "Tax was collected although the buyer is exempt. Check whether the exemption covers this sale; the platform's amounts were sent as they are.",
    settings: ['policy.exemptEntity', 'policy.exemptTags', 'policy.resaleTags', 'policy.metadata'],
  },
  'certificate of today':
    'No tax was charged, and the buyer has an exemption certificate today. Check that it was valid on the day of the sale.',
  'certificate expired': {
    todo: 'The resale certificate had expired before the sale, so it is not sent as resale. Ask the buyer for a valid one.',
    settings: ['policy.metadata'],
  },
  'no tax collected': 'No tax collected, without a reason. Check whether you had to collect in these states.',
  'state derived from ZIP': 'The state was missing or not a US state, and was derived from the ZIP. Check them.',
  'state and ZIP disagree': 'State and ZIP disagree; the state was used. Correct the addresses if it is wrong.',
  'marketplace without a name': {
    todo: 'A marketplace with an unknown name remits the tax. Find out which one it is, and name it.',
    settings: ['policy.marketplaces'],
  },
  'liability unknown':
    'The platform does not state who remits the tax. This marketplace must by law, so the tax was not sent as yours. Check them.',
  'channel with open liability': {
    todo: 'The platform does not state who remits the tax of these channels, so they were sent as your own sales. Find out who remits it, then set each channel to a marketplace or to your own checkout.',
    settings: ['policy.marketplaces'],
  },
  'marketplace says you remit':
    'A known marketplace, where the platform states that you remit the tax, though the law of the state says that the marketplace does. Check who remitted it.',
  'sold to a retailer': {
    todo: 'Sold through a channel of retailers, and sent as sales for resale. Keep the certificates of the retailers.',
    settings: ['policy.marketplaces'],
  },
  'tax on a gift card or other part':
    'Tax was charged on gift cards or other parts that are not sent as sales. Check how these products are taxed.',
  'canceled and paid back': 'Canceled, and all of it was paid back. They count toward no threshold.',
  'taken back': 'Sent, and taken back by a transaction with the opposite amounts. They count toward no threshold.',
  'liability mixed': 'You and a marketplace each remit a part of the tax. Check them.',
  'on behalf of another account': {
    todo: 'Made on behalf of a connected account, and Stripe does not state who is liable. Sent as your own sales. Check who is the seller.',
    settings: ['policy.platformSells'],
  },
  'arrival at a connected account': {
    todo: "Payments that a platform made for this account. The platform's charge is the sale. If this account is the seller, its sales may count here: check who remits.",
    settings: ['policy.platformSells'],
  },
  'not in US dollars': {
    todo: 'Sent to a US address in another currency. States want US dollars: check how the service converts them.',
    settings: ['policy.reportingCurrency'],
  },
  'total not stated': 'The platform states no total to compare with. Check some of them.',
  'tax sold as a line': {
    todo: 'The name of a line says that it is tax. Check whether it is, and name the product that is tax.',
    settings: ['policy.taxProducts'],
  },
  differs: {
    todo: 'The service holds them with other values. Correct each by an offset and what is right, or the fields that the messages name in the service.',
    settings: ['policy.adjustments'],
  },
  'no longer true': {
    todo: 'The platform took them back after they were sent. Offset each by its opposite, or correct it at the service.',
    settings: ['policy.adjustments'],
  },
  'not compared':
    "The service's list does not show total, tax, state and day of them. Reconcile to compare them one by one.",
  'not read again':
    "An earlier run found them at the service, and this one read the newest rows of the service's list alone. Reconcile to compare all.",
  'erased, not compared':
    'The buyer asked for an erasure: street, city and ZIP are neither kept nor compared. Money, state and day are.',
  'zero total': {
    todo: 'Nothing was paid: trials, samples, or sales that a discount or a credit covers.',
    settings: ['policy.zeroTotals'],
  },
  'marketplace sale': 'A marketplace collects and remits the tax.',
  'exempt sale': 'Sent with a purpose or an entity. The explanation names the evidence.',
  'changed by your app': {
    todo: 'A rule of your app changed them before they were sent.',
    settings: ['hooks.beforePush'],
  },
  drift: 'The orders changed after they were sent. The sent transactions stay; correct them at the service if needed.',
};

/** The remedy of a reason or a finding; empty when no action is needed. */
export const remedyOf = (what: string): Remedy => {
  const remedy = Object.entries(remedies).find(([known]) => known === findingKind(what))?.[1] ?? '';
  return typeof remedy === 'string' ? { todo: remedy } : remedy;
};
