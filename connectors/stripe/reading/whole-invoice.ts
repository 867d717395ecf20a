import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { wholeChildrenOf } from '../api/whole-children-of.ts';
import { wholeListOf } from '../api/whole-list-of.ts';
import { type Invoice, InvoiceLine, InvoicePayment } from '../records/invoice.ts';

/** An invoice with all of its lines and payments; only the first ten of each come with it. */
export const wholeInvoice =
  (api: StripeApi) =>
  (invoice: Invoice): Read<Invoice> =>
  async () => {
    const lines = await wholeChildrenOf(api, 'invoice lines', invoice.id, InvoiceLine, invoice.lines)();
    if (E.isLeft(lines)) return lines;
    if (invoice.payments?.has_more !== true) return E.right({ ...invoice, lines: lines.right });
    const payments = await wholeListOf(api, 'invoice payments', { invoice: invoice.id }, InvoicePayment)();
    if (E.isLeft(payments)) return payments;
    return E.right({ ...invoice, lines: lines.right, payments: { data: payments.right, has_more: false } });
  };
