/** The texts about sales that are correctly never sent. */
import type { SkipReason } from '../../domain/exclusion.ts';
import type { ReasonText } from './reason-text.ts';

export const skipTexts: Readonly<Record<SkipReason, ReasonText>> = {
  'test order': {
    picture: [
      ['Order', '#1001'],
      ['Payment', 'test gateway', 'cause'],
    ],
    why: 'No money moved, so it is not a sale.',
    shopify: 'If it was a real sale, its payment was made by a test gateway: look at Settings > Payments.',
    stripe: 'If it was a real sale, it was made with a test key.',
  },
  'not paid': {
    picture: [
      ['Total', '48.30'],
      ['Paid', '0.00', 'cause'],
    ],
    why: 'It is sent once it is paid. If you pay tax when you invoice (accrual), decide to send unpaid sales as well.',
    shopify: 'If it was paid elsewhere, choose Mark as paid in the order.',
    stripe: 'If it was paid elsewhere, mark the invoice as paid out of band.',
  },
  'awaiting metadata': {
    picture: [
      ['Payment', '108.25'],
      ['Tax in its metadata', 'not there yet', 'cause'],
    ],
    why: 'Your shop writes the tax into the payment some minutes after it. The sale is read again automatically, and sent then.',
    stripe: 'Nothing to do. If your shop writes the tax much later, your developer can make the sales wait longer.',
  },
  'only authorized': {
    picture: [
      ['Authorized', '48.30'],
      ['Captured', '0.00', 'cause'],
    ],
    why: 'The money is reserved only. The sale is sent once the payment is captured.',
    shopify: 'Capture the payment in the order before the authorization expires.',
    stripe: 'Capture the payment before the authorization expires.',
  },
  voided: {
    picture: [
      ['Authorized', '48.30'],
      ['Then', 'voided', 'cause'],
    ],
    why: 'Nothing was paid, so it is not a sale.',
  },
  'payment expired': {
    picture: [
      ['Authorized', '48.30'],
      ['Then', 'expired', 'cause'],
    ],
    why: 'Nothing was paid, so it is not a sale.',
    shopify: 'If you shipped the goods, collect the payment: the sale is then sent.',
  },
  'payment failed': {
    picture: [
      ['Total', '48.30'],
      ['Payment', 'declined', 'cause'],
    ],
    why: 'Nothing was paid, so it is not a sale.',
  },
  'canceled before payment': {
    picture: [
      ['Total', '48.30'],
      ['Canceled', 'before it was paid', 'cause'],
    ],
    why: 'Nothing was sold.',
  },
  'gift cards only': {
    picture: [
      ['Gift card', '50.00', 'cause'],
      ['Tax', '0.00'],
    ],
    why: 'A gift card is money for later. The sale is taxed when the card is used.',
  },
  'no items': {
    picture: [
      ['Tip', '5.00', 'cause'],
      ['Items', 'none'],
    ],
    why: 'No item was sold: only tips or duties, or everything was removed.',
  },
  'outside the chosen days': {
    picture: [
      ['Days of this sync', 'Jan 1 to Mar 31'],
      ['Sold on', 'Dec 30', 'cause'],
    ],
    why: 'The platform listed it, but its date is outside of the days that you chose.',
  },
  'deleted on the platform': {
    picture: [
      ['Announced', 'order #1001'],
      ['Now', 'deleted', 'cause'],
    ],
    why: 'It no longer exists on the platform, so there is nothing to send. What was sent before stays.',
  },
  'before the first day': {
    picture: [
      ['First day', 'Jan 1'],
      ['Sold on', 'Nov 3', 'cause'],
    ],
    why: 'Sales are sent from the first synced day on, or from the day of going live. Sync the earlier days to send older ones.',
  },
  'belongs to another storefront': {
    picture: [
      ['Shopify order #1001', '48.30, sent'],
      ['Its Stripe payment', '48.30', 'cause'],
    ],
    why: 'It is one sale in two storefronts. Only the storefront that has its items may send it, once.',
  },
  'payment of another account': {
    picture: [
      ['Platform charge', '48.30, the sale'],
      ['Arrival on this account', '48.30', 'cause'],
    ],
    why: 'The charge of the other account is the sale; this record is the money that arrived.',
    stripe: 'If this account is the seller, ask your developer to say so.',
  },
  'left out by decision': {
    picture: [
      ['Order', '#1001'],
      ['Decision', 'leave out', 'cause'],
    ],
    why: 'A person decided that it is not sent; the note says why. Undo the decision to send it.',
  },
  'skipped by your app': {
    picture: [
      ['Read', 'order #1001'],
      ['Rule of your app', 'leave out', 'cause'],
    ],
    why: 'Your app decided to leave it out. Ask your developer for the rule.',
  },
  'zero total': {
    todo: 'Nothing was paid: trials, samples, or sales that a discount or a credit covers.',
    settings: ['policy.zeroTotals'],
    picture: [
      ['Items', '40.00'],
      ['Discount', '-40.00', 'cause'],
      ['Total', '0.00'],
    ],
    why: 'Nothing was paid. Samples and trials count as transactions in some states, so you decide whether they are sent.',
  },
  'credit document': {
    picture: [
      ['Invoice', '-20.00', 'cause'],
      ['Sold', 'nothing'],
    ],
    why: 'A negative invoice returns money. It is listed as an adjustment.',
  },
  'marketplace sale': {
    todo: 'A marketplace collects and remits the tax.',
    picture: [
      ['Items', '40.00'],
      ['Tax', 'remitted by the marketplace', 'cause'],
    ],
    why: 'The marketplace collects and pays the tax. In about half of the states the sale still counts toward your threshold, so you decide whether it is sent, with the name of the marketplace.',
  },
  'country left out': {
    picture: [
      ['Ships to', 'DE', 'cause'],
      ['Sent to the service', 'sales to US'],
    ],
    why: 'You chose the countries whose sales are sent. This one goes to another country.',
  },
  'would be sent': {
    picture: [
      ['Order', '#1001'],
      ['This sync', 'a preview', 'cause'],
    ],
    why: 'A preview sends nothing. The same sync without a preview sends this sale.',
  },
};
