/** The texts about sales that wait for a person or a setting, or that the service did not accept. */
import type { HoldReason } from '../../domain/exclusion.ts';
import type { FailureReason } from '../../domain/run.ts';
import type { ReasonText } from './reason-text.ts';

export const holdTexts: Readonly<Record<HoldReason | FailureReason, ReasonText>> = {
  'unreadable record': {
    todo: 'These records have an unknown shape. Report them with their ids.',
    picture: [
      ['Order', '#1001'],
      ['Field of the platform', 'an unknown shape', 'cause'],
      ['Sent', 'nothing'],
    ],
    why: 'A sale that was not understood could be sent with a wrong amount. It waits, and nothing is lost.',
    shopify: 'Nothing is wrong with the order. Ask your developer to update tax-nexus-sync, then retry.',
    stripe: 'Nothing is wrong with the payment. Ask your developer to update tax-nexus-sync, then retry.',
  },
  'incomplete record': {
    todo: 'Required data is missing, or could not be read. Correct what the messages name, or grant the permission that the check names; then retry.',
    picture: [
      ['Order', '#1001'],
      ['Items', '60.00 USD'],
      ['Pickup location', 'may not be read', 'cause'],
    ],
    why: 'A part of the sale could not be read. Without it, its state or its tax would be a guess.',
    shopify: 'Let the check name the missing permission, grant it to the app under Settings > Apps, then retry.',
    stripe: 'Give the restricted key the permission that the message names, under Developers > API keys, then retry.',
  },
  'record not served': {
    todo: 'The platform fails when it is asked for these records, and serves the others. Retry later; if it lasts, report them to the platform.',
    picture: [
      ['Order #1001', 'the platform fails', 'cause'],
      ['Order #1002', 'read'],
      ['Sent', 'order #1002'],
    ],
    why: 'The platform fails whenever it is asked for this record, and serves the others. The record waits, so that the others can go on.',
    shopify:
      'Open the order in Shopify. If it opens there, retry later. If it fails there as well, report it to Shopify’s support with its number.',
    stripe:
      'Open the payment in Stripe. If it opens there, retry later. If it fails there as well, report it to Stripe’s support with its id.',
  },
  'totals do not add up': {
    label: "totals don't add up",
    todo: "The parts don't add up to the stated total. Check the order, then retry.",
    picture: [
      ['Items', '40.00'],
      ['Shipping', '5.00'],
      ['Tax', '3.30'],
      ['Adds up to', '48.30'],
      ['Total of the platform', '50.00', 'cause'],
    ],
    why: 'A return must show what was sold. If the parts do not add up to the total, an item, a discount or a tax is missing.',
    shopify:
      'Open the order and compare its lines with its total. Imported orders often miss a discount or a fee: correct the import, or record the sale in your return by hand.',
    stripe:
      'Compare the lines of the invoice or the metadata with the amount that was paid. Correct the metadata, then retry.',
  },
  'refund exceeds its sale': {
    todo: 'More was paid back than is left of what was sent: it may be for a gift card or a tip. Check what it was, and enter it where it belongs.',
    picture: [
      ['Sent', '20.00'],
      ['Tip, not sent', '30.00'],
      ['Paid back', '30.00', 'cause'],
      ['Left of what was sent', '20.00'],
    ],
    why: 'This refund would make the sale negative, or has exactly the amount of a part that was never sent as a sale. It may be for such a part, for example a gift card or a tip.',
    shopify:
      'Open the refund in the timeline of the order. If it is for a gift card or a tip, note that here; otherwise enter the part that is for goods in your return by hand.',
    stripe:
      'Compare the refunds, credit notes and disputes of the payment with its amount. Enter what is right in your return by hand.',
  },
  'missing address': {
    todo: 'No usable address. Complete it at the platform, then retry.',
    picture: [
      ['Items', '40.00 USD'],
      ['Ships to', 'no address', 'cause'],
      ['Billing address', 'none'],
    ],
    why: 'The state where the buyer receives the goods decides whose tax it is. Without an address the sale counts nowhere.',
    shopify:
      'Open the order, and under Shipping address choose Edit. Give at least country and state, or the ZIP. Then retry.',
    stripe:
      'Add an address to the customer or to the payment; collect billing addresses in Checkout from now on. Then retry.',
  },
  'unknown currency': {
    todo: 'The currency is not in ISO 4217. Correct the order at the platform, then retry.',
    picture: [
      ['Total', '40.00'],
      ['Currency', 'ZZZ', 'cause'],
    ],
    why: 'Amounts are exact only if the number of decimals of their currency is known.',
    shopify: 'Orders get their currency from the shop. Correct the import that made the order.',
    stripe: 'Payments always have a currency of ISO 4217. Report the record with its id.',
  },
  'amount not exact': {
    todo: 'An amount has more decimals than the currency allows, or is too large. Correct the order, then retry.',
    picture: [
      ['Item', '12.345 USD', 'cause'],
      ['Decimals of USD', '2'],
    ],
    why: 'Rounding would make the return differ from your books by a cent, without a trace of where.',
    shopify: 'An app or an import wrote the price. Correct it there, or record the sale in your return by hand.',
    stripe: 'Use prices without fractions of a cent, or record the sale in your return by hand.',
  },
  'no exchange rate': {
    todo: 'No exchange rate to the currency of your returns is known for these sales. Retry later, or give the rate.',
    settings: ['policy.reportingCurrency', 'policy.exchangeRate'],
    picture: [
      ['Total', '50.00 CAD'],
      ['Currency of your returns', 'USD'],
      ['Rate of that day', 'unknown', 'cause'],
    ],
    why: 'You chose to report in one currency, and no rate is known for this sale.',
    shopify: 'Ask your developer to give the rates of your books. Orders of a shop are in the currency of the shop.',
    stripe: 'Stripe states the rate once the payment is settled in your currency: retry in some days.',
  },
  'tax still estimated': {
    todo: 'The platform may still change the tax. Retry once it is final, or decide to send such sales anyway.',
    todoWhenSent: 'Sent before the tax was final. Check them.',
    settings: ['policy.estimatedTax'],
    picture: [
      ['Items', '40.00'],
      ['Tax', '3.30, estimated', 'cause'],
    ],
    why: 'The platform may still change the tax, and what was sent changes only by a correction. It waits, unless you decide to send it.',
    shopify: 'Shopify still marks the tax of this order as an estimate. Wait until it is final, then retry.',
  },
  'partially paid': {
    todo: 'Retry once they are paid, or decide to send such sales whole, or to leave them out until then.',
    todoWhenSent: 'Sent whole, though paid only in part. Check them.',
    settings: ['policy.partiallyPaid'],
    picture: [
      ['Total', '100.00'],
      ['Paid', '30.00', 'cause'],
      ['Owed', '70.00'],
    ],
    why: 'Most states tax a sale as a whole, when it is made; some when it is paid. Which one applies is your decision: it waits, or is sent whole.',
    shopify: 'Collect the rest or cancel it, then retry; or decide for all such orders.',
    stripe: 'Collect the rest or void the invoice, then retry; or decide for all such invoices.',
  },
  'waiting for its sale': {
    todo: 'These refunds wait for their sales. Resolve the sales first, then retry.',
    picture: [
      ['Refund', '-20.00'],
      ['Its sale', 'not at the service yet', 'cause'],
    ],
    why: 'A refund reduces the tax of its sale. Alone, it would make the total of the month too small.',
    shopify: 'Resolve the sale first: it is in this list or was not synced yet. Then retry.',
    stripe: 'Resolve the sale first: it is in this list or was not synced yet. Then retry.',
  },
  'possible duplicate': {
    todo: 'Another storefront may have sent the same sales. Follow their messages, then retry.',
    todoWhenSent:
      'They look like sales of another storefront, and both are sent. Compare them; if two are one sale, delete one at the service. A payment that names its order is sent once.',
    settings: ['policy.metadata'],
    picture: [
      ['Shopify order', '#1001, 48.30'],
      ['Stripe payment', 'ch_3P…, 48.30', 'cause'],
      ['Link between them', 'not certain'],
    ],
    why: 'If both are one sale and both are sent, it is reported twice. Sales that only look alike, by amount and day, are sent and listed here.',
    shopify: 'Look at the payments of the order: do they name the Stripe payment? Then only the order counts.',
    stripe: 'Give payments for orders the order id in their metadata: they are then sent once.',
  },
  'partly sent already': {
    todo: 'Already sent, as a separate part or as a part of another sale. Follow their messages, and mark them as resolved.',
    picture: [
      ['Sent on Mar 2', 'payment ch_3P…, 48.30'],
      ['Found on Mar 9', 'invoice of the same payment', 'cause'],
    ],
    why: 'A part of this sale is at the service already. If it were sent whole, that part would be reported twice.',
    stripe: 'Nothing to do in Stripe. Compare the two; if only one is at the service, mark this one as resolved.',
    shopify: 'Nothing to do in Shopify. Compare the two; if only one is at the service, mark this one as resolved.',
  },
  'code not accepted': {
    todo: 'The service does not accept this marketplace or kind of exempt buyer. Map its code to a known one, then retry.',
    settings: ['service.wire.marketplaces', 'service.wire.entities', 'policy.marketplaces', 'policy.exemptTags'],
    picture: [
      ['Items', '40.00'],
      ['Marketplace', 'NEW_MARKET', 'cause'],
      ['The service knows', 'AMAZON, EBAY, …'],
    ],
    why: 'The service counts marketplace sales and exempt buyers by code, and refuses unknown ones.',
    shopify: 'Nothing to do in Shopify: your developer maps the channel or tag to a code that the service knows.',
    stripe: 'Nothing to do in Stripe: your developer maps the metadata to a code that the service knows.',
  },
  'zero total held': {
    label: 'zero total',
    todo: 'The total of these sales is zero. Decide whether the service should count them, then retry.',
    settings: ['policy.zeroTotals'],
    picture: [
      ['Items', '40.00'],
      ['Discount', '-40.00', 'cause'],
      ['Total', '0.00'],
    ],
    why: 'Free samples and replacements count as transactions in some states, and not in others.',
    shopify: 'Nothing to do in Shopify. Decide whether the service should count such orders.',
    stripe: 'Nothing to do in Stripe. Decide whether the service should count such records.',
  },
  'marketplace sale held': {
    label: 'marketplace sale',
    todo: 'A marketplace remits the tax of these sales. Decide whether the service should count them, then retry.',
    settings: ['policy.marketplaceSales'],
    picture: [
      ['Items', '40.00'],
      ['Tax', 'remitted by the marketplace', 'cause'],
    ],
    why: 'The marketplace pays the tax. In about half of the states the sale still counts toward your threshold.',
    shopify: 'Nothing to do in Shopify. Decide whether the service should count such orders.',
    stripe: 'Nothing to do in Stripe. Decide whether the service should count such payments.',
  },
  'closed period': {
    todo: 'Their months are closed periods. Reopen the month, then retry; or retry into closed periods.',
    settings: ['--into-closed', 'intoClosedPeriods'],
    picture: [
      ['Sold on', 'Feb 27'],
      ['February', 'closed on Mar 20', 'cause'],
      ['Found on', 'Apr 2'],
    ],
    why: 'You filed this month. Another sale in it means an amended return, so you decide.',
    shopify: 'Nothing to do in Shopify. Reopen the month, or send the sale into the closed month.',
    stripe: 'Nothing to do in Stripe. Reopen the month, or send the sale into the closed month.',
  },
  'gone from the service': {
    todo: 'Sent before, and the service no longer holds them. Send them again here or with tax-nexus correct --gone, or leave them out.',
    picture: [
      ['Sent', 'Feb 27'],
      ['Confirmed', 'Feb 27'],
      ['In the service today', 'nothing', 'cause'],
    ],
    why: 'A person deleted it there, or a backup was restored. It may be gone for a reason, so you decide.',
    shopify: 'Nothing to do in Shopify. Send it again with tax-nexus correct.',
    stripe: 'Nothing to do in Stripe. Send it again with tax-nexus correct.',
  },
  'app rule failed': {
    label: "your app's rule failed",
    todo: "A rule of your app failed, or returned a transaction whose totals don't add up. Correct the rule, then retry.",
    settings: ['hooks.beforePush', 'policy.exchangeRate'],
    picture: [
      ['Read', 'order #1001'],
      ['Rule of your app', 'failed', 'cause'],
      ['Sent', 'nothing'],
    ],
    why: 'Your app changes sales before they are sent. Without its answer, the wrong sale could be sent.',
    shopify: 'Nothing to do in Shopify. Ask your developer, then retry.',
    stripe: 'Nothing to do in Stripe. Ask your developer, then retry.',
  },
  refused: {
    label: 'rejected by the service',
    todo: 'The service refused them. Correct the fields that the messages name, then retry.',
    picture: [
      ['Sent', 'order #1001'],
      ['The service responded', '422: ZIP is not valid', 'cause'],
    ],
    why: 'The service does not have this sale, so it is missing in its reports.',
    shopify: 'Correct in the order what the message names, often its address, then retry.',
    stripe: 'Correct at the payment or customer what the message names, often the address, then retry.',
  },
  'no definitive response': {
    todo: 'No definitive response from the service. Retry later; nothing is doubled.',
    picture: [
      ['Sent', 'order #1001'],
      ['The service responded', 'nothing, several times', 'cause'],
    ],
    why: 'It is not known whether the service has the sale. Retry looks it up first, so that nothing is doubled.',
    shopify: 'Nothing to do in Shopify. Retry when the service works.',
    stripe: 'Nothing to do in Stripe. Retry when the service works.',
  },
};
