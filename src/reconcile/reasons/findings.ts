/** The texts that tell a bookkeeper what to check in sales that were sent. */
import type { HoldReason, SkipReason } from '../../domain/exclusion.ts';
import type { FindingKind, InformationalFinding } from '../../domain/run.ts';
import type { ReasonText } from './reason-text.ts';

export const findingTexts: Readonly<
  Record<Exclude<FindingKind, SkipReason | HoldReason | InformationalFinding> | 'drift' | 'adjustment', ReasonText>
> = {
  'exempt, no reason given': {
    todo: 'Exempt, no reason given. Find the reason; you can set it for all such buyers, or by tags of orders and customers.',
    settings: ['policy.exemptEntity', 'policy.exemptTags', 'policy.resaleTags'],
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
    todo: "Tax was collected although the buyer is exempt. Check whether the exemption covers this sale; the platform's amounts were sent as they are.",
    settings: ['policy.exemptEntity', 'policy.exemptTags', 'policy.resaleTags', 'policy.metadata'],
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
    todo: 'No tax was charged, and the buyer has an exemption certificate today. Check that it was valid on the day of the sale.',
    picture: [
      ['Sold on', 'Mar 2, without tax'],
      ['Certificate', 'in the profile today', 'cause'],
      ['On Mar 2', 'not known'],
    ],
    why: 'Shopify shows the exemptions of today. Only the certificate shows whether they were valid on the day of the sale.',
    shopify: 'Compare the date of the certificate with the date of the order.',
  },
  'certificate expired': {
    todo: 'The resale certificate had expired before the sale, so it is not sent as resale. Ask the buyer for a valid one.',
    settings: ['policy.metadata'],
    picture: [
      ['Certificate valid until', 'Feb 28', 'cause'],
      ['Sold on', 'Mar 2'],
    ],
    why: 'An expired certificate does not exempt. It was not sent as a sale for resale.',
    stripe: 'Ask the buyer for a new certificate, and correct the date in the metadata.',
    shopify: 'Ask the buyer for a new certificate.',
  },
  'no tax collected': {
    todo: 'No tax collected, without a reason. Check whether you had to collect in these states.',
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
    todo: 'The state was missing or not a US state, and was derived from the ZIP. Check them.',
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
    todo: 'State and ZIP disagree; the state was used. Correct the addresses if it is wrong.',
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
    todo: 'The name of a line says that it is tax. Check whether it is, and name the product that is tax.',
    settings: ['policy.taxProducts'],
    picture: [
      ['Mug', '100.00'],
      ['Sales tax', '8.25', 'cause'],
    ],
    why: 'Tax that was sold as a line is not revenue: it belongs to the state. A line whose name is only that of a tax was sent as tax, any other line as goods.',
    shopify: 'Nothing to do in Shopify: it states the tax by itself.',
    stripe: 'Look at the product of the line. Your developer names the products that are tax.',
  },
  'marketplace without a name': {
    todo: 'A marketplace with an unknown name remits the tax. Find out which one it is, and name it.',
    settings: ['policy.marketplaces'],
    picture: [
      ['Tax', 'remitted by the channel'],
      ['Channel', 'an unknown name', 'cause'],
    ],
    why: 'The service counts marketplace sales by marketplace.',
    shopify: 'Find the app in Settings > Apps and sales channels, and let your developer name it.',
    stripe: 'Find out which marketplace it is, and let your developer name it.',
  },
  'liability unknown': {
    todo: 'The platform does not state who remits the tax. This marketplace must by law, so the tax was not sent as yours. Check them.',
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
    todo: 'The platform does not state who remits the tax of these channels, so they were sent as your own sales. Find out who remits it, then set each channel to a marketplace or to your own checkout.',
    settings: ['policy.marketplaces'],
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
    todo: 'You and a marketplace each remit a part of the tax. Check them.',
    picture: [
      ['Tax on the items', '3.30, by the marketplace'],
      ['Tax on the shipping', '0.41, yours', 'cause'],
    ],
    why: 'A part of the tax is yours and a part is not. Each part belongs in another place of the return.',
    shopify: 'Look at the tax lines of the order: which of them does the channel remit?',
  },
  'marketplace says you remit': {
    todo: 'A known marketplace, where the platform states that you remit the tax, though the law of the state says that the marketplace does. Check who remitted it.',
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
    todo: 'Sold through a channel of retailers, and sent as sales for resale. Keep the certificates of the retailers.',
    settings: ['policy.marketplaces'],
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
    todo: 'Tax was charged on gift cards or other parts that are not sent as sales. Check how these products are taxed.',
    picture: [
      ['Items', '20.00, tax 1.65'],
      ['Gift card', '50.00, left out'],
      ['Tax on the gift card', '4.13', 'cause'],
    ],
    why: 'Tax was charged on something that is not a sale, such as a gift card. A state wants all tax that was collected. The explanation names where it was sent.',
    shopify: 'Look at the product: a gift card should not be taxable. Refund the tax, or remit it.',
    stripe: 'Look at the tax code of the product. Refund the tax, or remit it.',
  },
  'on behalf of another account': {
    todo: 'Made on behalf of a connected account, and Stripe does not state who is liable. Sent as your own sales. Check who is the seller.',
    settings: ['policy.platformSells'],
    picture: [
      ['Charged by', 'your platform'],
      ['On behalf of', 'a connected account', 'cause'],
      ['Who is liable', 'not stated'],
    ],
    why: 'Either the platform or the connected account is the seller. The seller owes the tax.',
    stripe: 'Look at your terms with connected accounts, and at Stripe Tax, which can name the liable account.',
  },
  'not in US dollars': {
    todo: 'Sent to a US address in another currency. States want US dollars: check how the service converts them.',
    settings: ['policy.reportingCurrency'],
    picture: [
      ['Ships to', 'WA'],
      ['Total', '50.00 CAD', 'cause'],
    ],
    why: 'States want returns in US dollars. Sums of several currencies mean nothing.',
    shopify: 'The shop has another currency. Check how the service converts, or set the currency of your returns.',
    stripe: 'Check how the service converts, or set the currency of your returns.',
  },
  'arrival at a connected account': {
    todo: "Payments that a platform made for this account. The platform's charge is the sale. If this account is the seller, its sales may count here: check who remits.",
    settings: ['policy.platformSells'],
    picture: [
      ['Charge of the platform', '48.30'],
      ['Arrived here', '43.47', 'cause'],
    ],
    why: 'A platform sold, and this account received its share. If this account is the seller, its sales must be sent from here.',
    stripe: 'Look at your agreement with the platform: who is the seller, and who remits the tax?',
  },
  'total not stated': {
    todo: 'The platform states no total to compare with. Check some of them.',
    picture: [
      ['Adds up to', '48.30'],
      ['Total of the platform', 'none', 'cause'],
    ],
    why: 'There was nothing to compare the parts with, so a missing part would not be seen.',
    shopify: 'Compare some of these orders with what the buyer paid.',
    stripe: 'Compare some of these payments with what the buyer paid.',
  },
  'changed by your app': {
    todo: 'A rule of your app changed them before they were sent.',
    settings: ['hooks.beforePush'],
    picture: [
      ['Read', 'order #1001'],
      ['Changed', 'by a rule of your app', 'cause'],
    ],
    why: 'What was sent differs from what the platform shows. The rule should be one that your accountant knows.',
  },
  differs: {
    todo: 'The service holds them with other values. Correct each by an offset and what is right, or the fields that the messages name in the service.',
    settings: ['policy.adjustments'],
    picture: [
      ['Platform', 'tax 3.30'],
      ['Service', 'tax 3.03', 'cause'],
    ],
    why: 'The service reports by what it holds. As long as both differ, your return differs from your books.',
    shopify: 'If Shopify is right, correct the sale at the service; if the service is right, mark it as resolved.',
    stripe: 'If Stripe is right, correct the sale at the service; if the service is right, mark it as resolved.',
  },
  'no longer true': {
    todo: 'The platform took them back after they were sent. Offset each by its opposite, or correct it at the service.',
    settings: ['policy.adjustments'],
    picture: [
      ['Sent', 'refund -108.25'],
      ['Platform, 3 days later', 'refund failed', 'cause'],
      ['Right', '0.00'],
    ],
    why: 'The service still counts what was sent. An offset is a transaction with the opposite amounts, so that both add up to zero.',
    shopify: 'A refund that failed or was deleted, a return that was called off, an order that was deleted.',
    stripe: 'A refund that failed, a dispute that was won, a void credit note, a bank debit that failed late.',
  },
  adjustment: {
    label: 'change not sent',
    todo: 'They changed after they were sent, and the change was not sent. Report it where it belongs, or note what was done.',
    picture: [
      ['Sale of Mar 2', '48.30, sent'],
      ['Refund of Apr 9', '-20.00, listed', 'cause'],
    ],
    why: 'A refund or edit changes the tax of the month in which it happened. It is listed and not sent, as you decided.',
    shopify: 'Nothing to do in Shopify. Report it in the month in which it happened, or decide to send such changes.',
    stripe: 'Nothing to do in Stripe. Report it in the month in which it happened, or decide to send such changes.',
  },
  drift: {
    todo: 'The orders changed after they were sent. The sent transactions stay; correct them at the service if needed.',
    picture: [
      ['Sent on Mar 2', '48.30'],
      ['Now on the platform', '40.00', 'cause'],
    ],
    why: 'An order was edited, returned or canceled later. What was sent stays, so that a filed month does not change.',
    shopify: 'Open the order: its timeline shows what changed. Report it in the month in which it changed.',
    stripe: 'Open the payment: its timeline shows what changed. Report it in the month in which it changed.',
  },
};
