/** Adds refunds and disputes of a platform's CSV export to a sale; the export shows too little of them to send them. */
import * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../../../src/domain/instant.ts';
import { formatMinorUnits, parseMinorUnits } from '../../../src/domain/money.ts';
import type { RefundPart, Sale } from '../../../src/mapping/sale.ts';

const nothing: RefundPart = { amount: 0n, tax: 0n };

/**
 * The export shows the refunds of a sale as one sum, without days, lines, tax or ids. The sum is listed, and held where the
 * policy sends refunds; the platform's own connector sends them.
 */
export const withUnclearRefund =
  (text: string) =>
  (sale: Sale): Sale => {
    const amount = text === '' ? E.right(0n) : parseMinorUnits(sale.currency)(text);
    if (E.isRight(amount) && amount.right === 0n) return sale;
    const total = E.isRight(amount) ? amount.right : 0n;
    const shown = E.isRight(amount) ? `${formatMinorUnits(sale.currency)(total)} ${sale.currency.code}` : 'A sum';
    return {
      ...sale,
      refunds: [
        {
          id: 'export',
          occurredAt: sale.occurredAt,
          isSettled: true,
          lines: [],
          shipping: nothing,
          adjustment: nothing,
          total,
          message: `${shown} refunded, and the export shows neither when nor for which lines`,
          remedy:
            'Connect the shop or account: it sends the refund. Once it is connected, never enter the refund by hand.',
          isUnclear: true,
        },
      ],
    };
  };

/**
 * The export shows a lost dispute as a sum, without its id. It is listed, and held where the policy sends disputes; the
 * platform's own connector sends it.
 *
 * @param occurredAt the day of the dispute
 */
export const withUnclearDispute =
  (text: string, occurredAt: Instant) =>
  (sale: Sale): Sale => {
    const amount = parseMinorUnits(sale.currency)(text);
    const total = E.isRight(amount) ? amount.right : 0n;
    const shown = E.isRight(amount) ? `${formatMinorUnits(sale.currency)(total)} ${sale.currency.code}` : 'A sum';
    const message = `${shown} lost by a dispute, and the export shows neither its id nor its tax`;
    const dispute = { kind: 'dispute', id: 'export', occurredAt, message } as const;
    return {
      ...sale,
      amendments: [
        {
          ...dispute,
          ...{ isSettled: true, lines: [], shipping: nothing, adjustment: nothing, total, isUnclear: true },
          remedy: 'Connect the account: it sends the dispute. Once it is connected, never enter the dispute by hand.',
        },
      ],
      adjustments: [
        ...sale.adjustments,
        { ...dispute, currency: sale.currency.code, amount: -total, tax: null, sent: false },
      ],
    };
  };
