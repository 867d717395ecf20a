import { isGoneAt, saleOf } from '../../../reconcile/months/draw-late.ts';
import { wrongIn } from '../../../reconcile/months/history.ts';
import type { MonthCheck } from '../evidence.ts';
import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A sale that its platform took back stays until a person says otherwise, unless a setting does. */
const mayStand = ({ history, at, undoneSales }: MonthCheck, id: string): boolean => {
  const sale = saleOf(history, id);
  if (sale === undefined || !isGoneAt(sale, at)) return false;
  return undoneSales === 'report' || sale.deletedAt !== null;
};

/** After each month the service holds what is right, to the cent, on its day and once, with an offset for what was taken back. */
export const wrongSum = ({ evidence: { months } }: File): readonly Violation[] =>
  (months ?? []).flatMap((month) =>
    month.due === null
      ? []
      : wrongIn(month.due, month.held)
          .filter((why) => !mayStand(month, why))
          .map((why): Violation => ({
            name: 'wrong sum',
            about: why.split(' ')[0] ?? '',
            why: `${dayOf(month.at)}: ${why}`,
          })),
  );
