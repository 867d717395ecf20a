/** Lists the permissions that a restricted key of Stripe needs, and what the merchant loses without each. */
import type { ChildName, ListName, ObjectName } from './stripe-api.ts';

/** A permission of a restricted key. docs/stripe.md shows this table. */
interface Permission {
  /** As the dashboard lists it. */
  readonly shown: string;
  /** The name in Stripe's error; null if no such error was seen. */
  readonly name: string | null;
  /** What happens without it. */
  readonly without: string;
}

/** All that the connector may need, the most important first. */
export const permissions = {
  charges: { shown: 'Charges and refunds', name: 'rak_charge_read', without: 'the storefront stops' },
  paymentIntents: {
    shown: 'Payment intents',
    name: 'rak_payment_intent_read',
    without: 'held: charges outside of Checkout',
  },
  checkoutSessions: {
    shown: 'Checkout sessions',
    name: 'rak_checkout_session_read',
    without:
      'missing: sessions without a payment. Held: charges without an invoice, manual invoices, invoices of subscriptions without a ship-to',
  },
  invoices: {
    shown: 'Invoices',
    name: 'rak_invoice_read',
    without: 'missing: invoices without a charge. Held: charges of invoices; without invoice payments, all charges',
  },
  creditNotes: {
    shown: 'Credit notes',
    name: 'rak_credit_note_read',
    without: 'held: invoices with credit notes; credit notes of earlier sales are not found',
  },
  disputes: {
    shown: 'Disputes',
    name: 'rak_dispute_read',
    without: 'disputes are listed without their outcome; those of earlier sales are not found',
  },
  taxRates: {
    shown: 'Tax rates',
    name: 'rak_tax_rate_read',
    without: 'delivery fees of invoices (Colorado, Minnesota) count as tax',
  },
  products: {
    shown: 'Products, only with `policy.taxCodes`',
    name: 'rak_product_read',
    without: 'no tax code is sent',
  },
  events: {
    shown: 'Events',
    name: 'rak_event_read',
    without: 'changes missed by webhooks wait for the next historical sync',
  },
  tax: {
    shown: 'Tax calculations and transactions, if used',
    name: null,
    without: "held: payments taxed through Stripe's tax API",
  },
  terminalLocations: {
    shown: 'Terminal locations, if you sell in person',
    name: null,
    without: 'held: reader payments without another address',
  },
  balance: {
    shown: 'Balance, only for the tie-out',
    name: 'rak_balance_read',
    without: 'no tie-out',
  },
  webhookEndpoints: {
    shown: 'Webhook endpoints, to write, only for `webhooks apply`',
    name: 'rak_webhook_write',
    without: 'create the endpoint in the dashboard',
  },
  connectedAccounts: {
    shown: 'Connected accounts, only for `connectedAccounts`',
    name: null,
    without: 'they are not found by themselves',
  },
  account: { shown: 'Account', name: null, without: 'set `account` yourself' },
} as const satisfies Readonly<Record<string, Permission>>;

/** Everything that is read at Stripe, as messages name it. */
type Readable = ListName | ChildName | ObjectName | 'account' | 'connected accounts' | 'webhook endpoints';

/** The permission that each read needs. The type keeps the list complete: a new read must be added here. */
export const permissionOf: Readonly<Record<Readable, keyof typeof permissions>> = {
  charges: 'charges',
  charge: 'charges',
  refunds: 'charges',
  refund: 'charges',
  'payment intent': 'paymentIntents',
  'amount details': 'paymentIntents',
  'checkout sessions': 'checkoutSessions',
  'checkout session': 'checkoutSessions',
  'session lines': 'checkoutSessions',
  invoices: 'invoices',
  invoice: 'invoices',
  'invoice lines': 'invoices',
  'invoice payments': 'invoices',
  'invoice payment': 'invoices',
  'credit notes': 'creditNotes',
  'credit note': 'creditNotes',
  'credit note lines': 'creditNotes',
  disputes: 'disputes',
  dispute: 'disputes',
  'balance transactions': 'balance',
  events: 'events',
  product: 'products',
  'tax rate': 'taxRates',
  'tax calculation': 'tax',
  'tax calculation lines': 'tax',
  'tax transaction': 'tax',
  'tax transaction lines': 'tax',
  'tax association': 'tax',
  'terminal location': 'terminalLocations',
  'webhook endpoints': 'webhookEndpoints',
  'connected accounts': 'connectedAccounts',
  account: 'account',
};

/** The permission that a read needs, for errors of Stripe's that do not name it. */
export const permissionToRead = (what: string): string =>
  (isReadable(what) ? permissions[permissionOf[what]].name : null) ?? `to read ${what}`;

const isReadable = (what: string): what is Readable => Object.hasOwn(permissionOf, what);
