import * as O from 'fp-ts/lib/Option.js';
import { type Exclusion, skipped } from '../../../src/domain/exclusion.ts';
import type { PaymentState } from '../../../src/mapping/sale.ts';
import type { StripeContext } from './context.ts';
import type { Charge } from '../records/charge.ts';
import { incomplete, recordOf } from './entries.ts';
import type { Invoice } from '../records/invoice.ts';
import { refuseMode } from './refuse-mode.ts';
import { refuseSeller } from './seller.ts';

/** Payment of an invoice by its own status, whatever paid it: a charge, a balance, a credit, or nothing at all. */
export const paymentOf = ({ status, amount_paid }: Invoice): PaymentState | null => {
  switch (status) {
    case 'paid':
      return 'paid';
    case 'void':
      return 'voided';
    case 'open':
    case 'uncollectible':
      return (amount_paid ?? 0n) > 0n ? 'partially paid' : 'not paid';
    case null:
    default:
      return null;
  }
};

/** When the sale was made: the invoice is final from then on, and Stripe Tax books it at that moment. */
export const finalizedAt = ({ status_transitions, created }: Invoice): number | null =>
  status_transitions?.finalized_at ?? created;

const firstOf = (charges: readonly Charge[], read: (charge: Charge) => string | null | undefined): string | null =>
  charges.flatMap((charge) => read(charge) ?? [])[0] ?? null;

/** Why an invoice is no sale, if it is not: by mode, seller, status and total, or because its lines are cut short. */
export const refuseInvoice = (
  context: StripeContext,
  invoice: Invoice,
  charges: readonly Charge[],
): O.Option<Exclusion> => {
  const record = recordOf(invoice.id);
  const mode = refuseMode(context, invoice.livemode, record);
  if (O.isSome(mode)) return mode;
  const seller = refuseSeller(
    context,
    {
      liability: invoice.automatic_tax?.liability ?? null,
      // Since version 2025-03-31 the charges alone say where the money went.
      destination: invoice.transfer_data?.destination ?? firstOf(charges, (one) => one.transfer_data?.destination),
      onBehalfOf: invoice.on_behalf_of ?? firstOf(charges, (one) => one.on_behalf_of),
      transferGroup: firstOf(charges, (one) => one.transfer_group),
      sourceTransfer: null,
    },
    record,
  );
  if (O.isSome(seller)) return seller;
  if (invoice.status === 'draft' || invoice.status === 'deleted') {
    return O.some(skipped(record, 'not paid', 'the invoice is a draft; it is taken up once it is final and paid'));
  }
  if ((invoice.total ?? 0n) < 0n) {
    const message = 'the invoice gives money back to the balance of the customer; it corrects earlier sales';
    return O.some(skipped(record, 'nothing sold', message));
  }
  const lines = invoice.lines;
  const isWhole = lines !== null && lines.has_more !== true && (lines.data.length > 0 || invoice.total === 0n);
  return isWhole ? O.none : O.some(incomplete(invoice.id, 'its lines are not all there; run it again'));
};
