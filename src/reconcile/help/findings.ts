import type { HoldReason, SkipReason } from '../../domain/exclusion.ts';
import type { FindingKind } from '../../domain/run.ts';
import type { ReasonHelp } from './help-text.ts';

/** Help for what a person should check of sales that were sent. */
export const findingHelp: Readonly<
  Record<Exclude<FindingKind, SkipReason | HoldReason> | 'drift' | 'adjustment', ReasonHelp>
> = {
  'exempt, no reason given': {
    picture: [
      ['Items', '400.00'],
      ['Tax', '0.00'],
      ['Buyer', 'exempt, no reason', 'cause'],
    ],
    why: 'A state accepts an exempt sale only with a reason and a certificate. Without them, you owe the tax.',
    shopify: 'Open the customer and look for the certificate. Tag such customers, and let your developer name the tag.',
    stripe: 'Look at the tax status of the customer, and note the reason in the metadata.',
  },
  'exempt, but taxed': {
    picture: [
      ['Items', '400.00'],
      ['Tax', '29.00', 'cause'],
      ['Sent as', 'for resale'],
    ],
    why: 'Either the exemption does not cover this sale, or no tax was due. Tax that you keep is owed to the state.',
    shopify: 'If no tax was due, refund it; else correct the tags of the order or the customer.',
    stripe: 'If no tax was due, refund it; else correct the metadata.',
  },
  'certificate of today': {
    picture: [
      ['Sold on', 'Mar 2, without tax'],
      ['Certificate', 'in the profile today', 'cause'],
      ['On Mar 2', 'not known'],
    ],
    why: 'Shopify shows the exemptions of today. Whether they were valid on the day of the sale, only the certificate shows.',
    shopify: 'Compare the date of the certificate with the date of the order.',
  },
  'certificate expired': {
    picture: [
      ['Certificate valid until', 'Feb 28', 'cause'],
      ['Sold on', 'Mar 2'],
    ],
    why: 'An expired certificate does not exempt. It was not sent as a sale for resale.',
    stripe: 'Ask the buyer for a new certificate, and correct the date in the metadata.',
    shopify: 'Ask the buyer for a new certificate.',
  },
  'no tax collected': {
    picture: [
      ['Ships to', 'TX'],
      ['Items', '400.00'],
      ['Tax', '0.00', 'cause'],
      ['Exempt', 'no'],
    ],
    why: 'If you are registered in that state, this tax may be missing. If you are not, the sale counts toward your threshold.',
    shopify: 'Look at Settings > Taxes and duties: is tax collected in that state, and is the product taxable?',
    stripe: 'Look at Tax > Registrations: is the state registered, and does the product have a tax code?',
  },
  'state derived from ZIP': {
    picture: [
      ['State', 'missing', 'cause'],
      ['ZIP', '78701'],
      ['Sent as', 'TX'],
    ],
    why: 'The state decides whose tax it is. Nearly every ZIP lies in one state, so it was taken from there.',
    shopify: 'Nothing to do if the ZIP is right; else correct the address of the order.',
    stripe: 'Nothing to do if the ZIP is right; collect full addresses from now on.',
  },
  'state and ZIP disagree': {
    picture: [
      ['State', 'CA', 'cause'],
      ['ZIP', '78701, in TX'],
      ['Sent as', 'CA'],
    ],
    why: 'One of the two is wrong, and the state decides whose tax it is.',
    shopify: 'Ask the buyer, or look at the parcel. If the state is wrong, correct the sale at the service.',
    stripe: 'Ask the buyer. If the state is wrong, correct the sale at the service.',
  },
  'tax sold as a line': {
    picture: [
      ['Mug', '100.00'],
      ['Sales tax', '8.25', 'cause'],
    ],
    why: 'Tax that was sold as a line is no revenue: it belongs to the state. A line that is called by nothing but a tax was sent as tax, any other one as goods.',
    shopify: 'Nothing to do in Shopify: it states the tax by itself.',
    stripe: 'Look at the product of the line. Your developer names the products that are tax.',
  },
  'marketplace without a name': {
    picture: [
      ['Tax', 'remitted by the channel'],
      ['Channel', 'an unknown name', 'cause'],
    ],
    why: 'The service counts marketplace sales by marketplace.',
    shopify: 'Find the app in Settings > Apps and sales channels, and let your developer name it.',
    stripe: 'Find out which marketplace it is, and let your developer name it.',
  },
  'liability unknown': {
    picture: [
      ['Channel', 'a marketplace'],
      ['Who remits the tax', 'not stated', 'cause'],
      ['By law of the state', 'the marketplace'],
    ],
    why: 'By law this marketplace remits the tax in this state, so the tax was not sent as yours. If it did not, you owe it.',
    shopify: 'Compare with the statement of the marketplace: does it show the tax as remitted?',
    stripe: 'Compare with the statement of the marketplace: does it show the tax as remitted?',
  },
  'channel with open liability': {
    picture: [
      ['Channel', 'TikTok', 'cause'],
      ['Tax', '3.30'],
      ['Who remits the tax', 'not stated'],
    ],
    why: 'If the marketplace remits the tax and you report it as yours, it is paid twice. If neither does, you owe it.',
    shopify:
      'Look at where the buyer paid: in your own checkout the tax is yours, in the app of the channel it is theirs.',
    stripe: 'Look at who sold: if it was a marketplace, let your developer name it.',
  },
  'liability mixed': {
    picture: [
      ['Tax on the items', '3.30, by the marketplace'],
      ['Tax on the shipping', '0.41, yours', 'cause'],
    ],
    why: 'A part of the tax is yours and a part is not. Each part belongs in another place of the return.',
    shopify: 'Look at the tax lines of the order: which of them does the channel remit?',
  },
  'marketplace says you remit': {
    picture: [
      ['Channel', 'a marketplace'],
      ['Tax', '3.30, yours as the platform states', 'cause'],
      ['By law of the state', 'the marketplace remits'],
    ],
    why: 'By law this marketplace remits the tax in this state, and the platform states that you do. It was sent as yours. If both remit it, it is paid twice.',
    shopify:
      'Compare with the statement of the marketplace. Look at how its app writes taxes: Settings > Apps and sales channels.',
    stripe: 'Compare with the statement of the marketplace: does it show the tax as remitted?',
  },
  'sold to a retailer': {
    picture: [
      ['Channel', 'of retailers', 'cause'],
      ['Tax', '0.00'],
      ['Sent as', 'for resale'],
    ],
    why: 'Through this channel you sell to a retailer, who sells to the end buyer. It is a sale for resale only with a certificate of the retailer.',
    shopify: 'Keep the resale certificate of the retailer, or the document that the channel gives for it.',
    stripe: 'Keep the resale certificate of the retailer, or the document that the channel gives for it.',
  },
  'tax on a gift card or other part': {
    picture: [
      ['Items', '20.00, tax 1.65'],
      ['Gift card', '50.00, left out'],
      ['Tax on the gift card', '4.13', 'cause'],
    ],
    why: 'Tax was charged on something that is no sale, such as a gift card. A state wants all tax that was collected. The explanation names where it was sent.',
    shopify: 'Look at the product: a gift card should not be taxable. Refund the tax, or remit it.',
    stripe: 'Look at the tax code of the product. Refund the tax, or remit it.',
  },
  'canceled and paid back': {
    picture: [
      ['Items', '20,000.00'],
      ['Canceled', 'an hour later', 'cause'],
      ['Paid back', '20,000.00'],
    ],
    why: 'The sale and its reversal are both sent, so that your tax is right. It counts toward no threshold, because nothing was sold.',
  },
  'taken back': {
    picture: [
      ['Sent in January', '108.25'],
      ['The bank debit failed', 'in March', 'cause'],
      ['Offset in March', '-108.25'],
    ],
    why: 'The sale was sent and is no longer true, or changed since. Its offset takes it back on the day of that event; what is right was sent again. It counts toward no threshold.',
  },
  'on behalf of another account': {
    picture: [
      ['Charged by', 'your platform'],
      ['On behalf of', 'a connected account', 'cause'],
      ['Who is liable', 'not stated'],
    ],
    why: 'Either the platform or the connected account is the seller. The seller owes the tax.',
    stripe: 'Look at your terms with connected accounts, and at Stripe Tax, which can name the liable account.',
  },
  'not in US dollars': {
    picture: [
      ['Ships to', 'WA'],
      ['Total', '50.00 CAD', 'cause'],
    ],
    why: 'States want returns in US dollars. Sums of several currencies mean nothing.',
    shopify: 'The shop has another currency. Check how the service converts, or set the currency of your returns.',
    stripe: 'Check how the service converts, or set the currency of your returns.',
  },
  'arrival at a connected account': {
    picture: [
      ['Charge of the platform', '48.30'],
      ['Arrived here', '43.47', 'cause'],
    ],
    why: 'A platform sold, and this account received its share. If this account is the seller, its sales must be sent from here.',
    stripe: 'Look at your agreement with the platform: who is the seller, and who remits the tax?',
  },
  'total not stated': {
    picture: [
      ['Adds up to', '48.30'],
      ['Total of the platform', 'none', 'cause'],
    ],
    why: 'There was nothing to compare the parts with, so a missing part would not be seen.',
    shopify: 'Compare some of these orders with what the buyer paid.',
    stripe: 'Compare some of these payments with what the buyer paid.',
  },
  'changed by your app': {
    picture: [
      ['Read', 'order #1001'],
      ['Changed', 'by a rule of your app', 'cause'],
    ],
    why: 'What was sent differs from what the platform shows. The rule should be one that your accountant knows.',
  },
  differs: {
    picture: [
      ['Platform', 'tax 3.30'],
      ['Service', 'tax 3.03', 'cause'],
    ],
    why: 'The service reports by what it holds. As long as both differ, your return differs from your books.',
    shopify: 'If Shopify is right, correct the sale at the service; if the service is right, mark it as resolved.',
    stripe: 'If Stripe is right, correct the sale at the service; if the service is right, mark it as resolved.',
  },
  'no longer true': {
    picture: [
      ['Sent', 'refund -108.25'],
      ['Platform, 3 days later', 'refund failed', 'cause'],
      ['Right', '0.00'],
    ],
    why: 'The service still counts what was sent. An offset is a transaction with the opposite amounts, so that both add up to zero.',
    shopify: 'A refund that failed or was deleted, a return that was called off, an order that was deleted.',
    stripe: 'A refund that failed, a dispute that was won, a void credit note, a bank debit that failed late.',
  },
  'exempt sale': {
    picture: [
      ['Items', '400.00'],
      ['Tax', '0.00'],
      ['Sent as', 'for resale', 'cause'],
    ],
    why: 'Keep the certificate: an auditor asks for it. The explanation names what was the evidence.',
  },
  'not compared': {
    picture: [
      ['In the list of the service', 'order #1001'],
      ['Total, tax, state or day', 'not in the list', 'cause'],
    ],
    why: 'It is there, so nothing is sent twice. Whether its amounts are the same was not looked at.',
  },
  'not read again': {
    picture: [
      ['Read now', 'the newest rows of the list'],
      ['This sale', 'further down, seen by an earlier sync', 'cause'],
    ],
    why: 'Nothing is sent twice. Whether it was changed or deleted at the service since was not looked at.',
  },
  'erased, not compared': {
    picture: [
      ['Street, city, ZIP', 'erased for the buyer', 'cause'],
      ['Total, tax, state, day', 'compared as ever'],
    ],
    why: 'The sale counts as before. A later refund is sent with country and state alone.',
    shopify: 'Shopify asked for it with customers/redact. Nothing to do.',
  },
  adjustment: {
    picture: [
      ['Sale of Mar 2', '48.30, sent'],
      ['Refund of Apr 9', '-20.00, listed', 'cause'],
    ],
    why: 'A refund or edit changes the tax of the month in which it happened. It is listed and not sent, as you decided.',
    shopify: 'Nothing to do in Shopify. Report it in the month in which it happened, or decide to send such changes.',
    stripe: 'Nothing to do in Stripe. Report it in the month in which it happened, or decide to send such changes.',
  },
  drift: {
    picture: [
      ['Sent on Mar 2', '48.30'],
      ['Now on the platform', '40.00', 'cause'],
    ],
    why: 'An order was edited, returned or canceled later. What was sent stays, so that a filed month does not change.',
    shopify: 'Open the order: its timeline shows what changed. Report it in the month in which it changed.',
    stripe: 'Open the payment: its timeline shows what changed. Report it in the month in which it changed.',
  },
};
