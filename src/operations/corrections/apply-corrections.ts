/** Corrections that were sent to the service, and what became of each. */
import * as E from 'fp-ts/lib/Either.js';
import type { AuditAnswer } from '../../domain/audit.ts';
import type { CorrectionResult, CorrectionWay } from '../../reconcile/correct.ts';
import type { Correctable } from '../../reconcile/find-corrections.ts';
import { auditAnswer } from '../audit.ts';
import type { AccountState } from '../ports.ts';
import { fields, list, orNull, text, yesNo } from '../shapes.ts';
import type { Operation } from '../state.ts';
import { correctionWay } from './compare-record.ts';

/** What became of one transaction. */
export interface CorrectedTransaction {
  readonly id: string;
  readonly isCorrected: boolean;
  readonly way: CorrectionWay;
  /** The transaction that offset it; null where it was corrected in another way, or not at all. */
  readonly offset: string | null;
  /** The transaction that was sent in its place after an offset; null where none was. */
  readonly replacement: string | null;
  /** What the service answered; null when it was not asked, because an earlier one of the record was not corrected. */
  readonly answer: AuditAnswer | null;
  /** Why it was not corrected, or why its audit record is incomplete; null when all is well. */
  readonly message: string | null;
}

/** In the order in which they were sent. */
export interface Corrected {
  readonly storefront: string;
  readonly items: readonly CorrectedTransaction[];
}

export const correctedItems = list(
  fields({
    id: text(),
    isCorrected: yesNo(),
    way: correctionWay,
    offset: orNull(text('The transaction that offset it')),
    replacement: orNull(text('The transaction that was sent in its place after an offset')),
    answer: orNull(auditAnswer),
    message: orNull(text('Why it was not corrected, or why its audit record is incomplete')),
  }),
);

export const notSent = (id: string, way: CorrectionWay, message: string): CorrectedTransaction => ({
  ...{ id, way, isCorrected: false, offset: null, replacement: null, answer: null, message },
});

/** Corrects one after the other. After a failed one, the rest are not sent. */
export const applyAll =
  (
    { corrections: { apply, waysOf } }: Pick<AccountState, 'corrections'>,
    correctable: readonly Correctable[],
    { by, way: wanted }: { readonly by: string; readonly way?: CorrectionWay },
  ): Operation<readonly CorrectedTransaction[]> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    for (const one of correctable) {
      const ways = waysOf(one);
      const way = ways.find((possible) => possible === wanted) ?? ways[0] ?? 'offset';
      if (items.some(({ isCorrected }) => !isCorrected)) {
        items.push(notSent(one.id, way, 'Not sent, because the transaction before it was not corrected.'));
        continue;
      }
      const result = await apply(one, way, by)();
      // Left only before the first change, because a Left would hide the changes that were made.
      if (E.isLeft(result)) {
        if (items.length === 0) return result;
        items.push(notSent(one.id, way, result.left.message));
        continue;
      }
      items.push(toCorrected(one.id, way, result.right));
    }
    return E.right(items);
  };

const toCorrected = (id: string, way: CorrectionWay, result: CorrectionResult): CorrectedTransaction => {
  const isCorrected = result._tag === 'Corrected';
  const messages = [
    ...(isCorrected ? [] : [result.message]),
    ...(result.notNoted === undefined ? [] : [`The correction was not noted: ${result.notNoted}`]),
  ];
  return {
    ...{ id, isCorrected, way, answer: isCorrected ? 'accepted' : result.answer },
    ...{ offset: null, replacement: null },
    ...(result._tag === 'Corrected' && { offset: result.offset ?? null, replacement: result.replacement ?? null }),
    message: messages.length === 0 ? null : messages.join(' '),
  };
};
