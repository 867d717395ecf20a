import type { Attachment } from '../sale/attachment.ts';

/** Which invoices the payments of a stretch of a list were put on. */
export interface Attachments {
  readonly of: (paymentId: string) => readonly Attachment[];
  readonly add: (paymentId: string, attachment: Attachment) => void;
  readonly remove: (paymentId: string, invoiceId: string) => void;
}

export const makeAttachments = (): Attachments => {
  const byPayment = new Map<string, readonly Attachment[]>();
  const of = (paymentId: string): readonly Attachment[] => byPayment.get(paymentId) ?? [];
  return {
    of,
    add: (paymentId, attachment) => byPayment.set(paymentId, [...of(paymentId), attachment]),
    remove: (paymentId, invoiceId) => {
      const left = of(paymentId).filter((attachment) => attachment.invoiceId !== invoiceId);
      if (left.length === 0) byPayment.delete(paymentId);
      else byPayment.set(paymentId, left);
    },
  };
};
