import * as E from 'fp-ts/lib/Either.js';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { wholeChildrenOf } from '../api/whole-children-of.ts';
import { wholeListOf } from '../api/whole-list-of.ts';
import { CreditNote, CreditNoteLine } from '../records/credit-note.ts';
import type { Invoice } from '../records/invoice.ts';

/** The credit notes of an invoice, with all of their lines. */
export const creditNotesOf =
  (api: StripeApi) =>
  (invoice: Invoice): Read<readonly CreditNote[]> =>
  async () => {
    const credited = (invoice.pre_payment_credit_notes_amount ?? 0n) + (invoice.post_payment_credit_notes_amount ?? 0n);
    if (credited === 0n) return E.right([]);
    const notes = await wholeListOf(api, 'credit notes', { invoice: invoice.id }, CreditNote)();
    if (E.isLeft(notes)) return notes;
    const whole: CreditNote[] = [];
    for (const note of notes.right) {
      const lines = await wholeChildrenOf(api, 'credit note lines', note.id, CreditNoteLine, note.lines)();
      if (E.isLeft(lines)) return lines;
      whole.push({ ...note, lines: lines.right });
    }
    return E.right(whole);
  };
