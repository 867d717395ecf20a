import { isGoneAt } from '../../../reconcile/months/draw-late.ts';
import { rightAt, wrongIn } from '../../../reconcile/months/history.ts';
import { monthOf, spanOf } from '../../../reconcile/months/month-of.ts';
import type { File } from '../case.ts';
import type { MonthCheck } from '../evidence.ts';
import type { Violation } from '../violation.ts';

const untrue = ({ right, held, word }: MonthCheck): readonly Violation[] => {
  const proven = [
    ...(word?.proofs ?? []).map(({ range, isComplete }) => ({ what: 'complete', isSaid: isComplete, range })),
    ...(word?.ties ?? []).map(({ month, isTied }) => ({ what: 'tied', isSaid: isTied, range: monthOf(month) })),
  ];
  return proven.flatMap(({ what, isSaid, range }): readonly Violation[] => {
    const [why] = isSaid ? wrongIn(right, held, spanOf(range)) : [];
    return why === undefined ? [] : [{ name: 'false proof', about: `${what} from ${range.from}`, why }];
  });
};

const doubtful: ReadonlySet<string> = new Set(['not shown yet', 'unclear']);

/** A difference that is named where all is right. */
const criesWolf = ({ history, right, held, word, at }: MonthCheck): readonly Violation[] => {
  // What a setting takes back of sales that are gone has its own proof.
  if (history.some((sale) => isGoneAt(sale, at))) return [];
  if (wrongIn(right, held).length > 0 || wrongIn(rightAt(history, at), held).length > 0) return [];
  const named = (word?.proofs ?? []).flatMap(({ differences }) =>
    differences.filter(({ kind }) => !doubtful.has(kind)),
  );
  return named.map(({ kind, transactionId }) => ({
    name: 'report does not add up',
    about: transactionId,
    why: `the proof says: ${kind}`,
  }));
};

/** No proof says complete or tied where it is not, and none names a difference that is not there. */
export const falseProof = ({ evidence: { months } }: File): readonly Violation[] =>
  (months ?? []).flatMap((month) => [...untrue(month), ...criesWolf(month)]);
