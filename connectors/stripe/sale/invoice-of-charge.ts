import type { Attachment } from './attachment.ts';
import type { Charge } from '../records/charge.ts';
import { hasInvoiceReceipt } from './owner.ts';

/**
 * Seconds after a payment was made within which it may be put on an invoice and be told by it. Nobody can look ahead for
 * ever: what is put on an invoice later was told by itself long ago, and stays a sale of its own.
 */
export const attachedWithin = 48 * 3600;

/** Whether a payment was put on an invoice in time for the invoice to tell it. */
export const isInTime =
  (charge: Charge) =>
  ({ attachedAt }: Pick<Attachment, 'attachedAt'>): boolean =>
    attachedAt === null || hasInvoiceReceipt(charge) || attachedAt - (charge.created ?? attachedAt) <= attachedWithin;

/**
 * The invoice that tells a charge, of all those that its payment was put on: the first that it paid. Null when none does,
 * and the charge tells itself. Nothing here changes later but by a new attachment, so that every way of reading agrees.
 */
export const invoiceAmong =
  (charge: Charge) =>
  (attachments: readonly Attachment[]): string | null => {
    const inTime = attachments.filter(isInTime(charge));
    return (inTime.find(({ isPaid }) => isPaid) ?? inTime[0])?.invoiceId ?? null;
  };
