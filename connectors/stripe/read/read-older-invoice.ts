/** Reads an invoice that a payment of the range names and no list of the range holds, such as an old draft that is paid now. */
import * as E from 'fp-ts/lib/Either.js';
import { type Interval, isWithin } from '../../../src/domain/date-range.ts';
import { instantOfUnixSeconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { decoded } from '../client/decoded.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { Invoice } from '../records/invoice.ts';
import { issuedAt } from '../to-sale/admission.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import { nothingKnown, readInvoice } from './read-invoice.ts';
import { draftSeconds } from './windows.ts';

/** Null if a list of the range holds the invoice, or if Stripe no longer has it. */
export const readOlderInvoice =
  (api: StripeApi, context: StripeContext, range: Interval, id: string): Read<SourceResult | null> =>
  async () => {
    const invoice = await decoded(api.retrieve('invoice', id, ['payments']), Invoice)();
    if (E.isLeft(invoice)) return invoice.left._tag === 'NoSuchObject' ? E.right(null) : invoice;
    return isListed(invoice.right, range) ? E.right(null) : readInvoice(api, context, invoice.right, nothingKnown)();
  };

/** Whether a list of the range holds the invoice: a list of its days, or of its late and backdated invoices. */
const isListed = (invoice: Invoice, range: Interval): boolean => {
  if (isIn(range, invoice.created)) return true;
  const first = Math.floor(millisecondsOf(range.start) / 1000) - draftSeconds;
  return isIn(range, issuedAt(invoice)) && (invoice.created ?? 0) >= first;
};

const isIn = (range: Interval, second: number | null): boolean =>
  second !== null && isWithin(range, instantOfUnixSeconds(second));
