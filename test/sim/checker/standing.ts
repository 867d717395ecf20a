import type { Inserted } from './evidence.ts';
import { contentIn } from './pushed.ts';

/** `<id>:undone:<why>` takes back what stood under an id, and `<id>:restored:<why>` puts another one in its place. */
const correction = /^(.+):(undone|restored):([^:]+)$/;

const correctedBy = ({ id }: Inserted): Readonly<Record<'of' | 'kind' | 'why', string | undefined>> => {
  const [, of, kind, why] = correction.exec(id) ?? [];
  return { of, kind, why };
};

/** Whether it is dated by a change, and not by the sale. */
export const isReplacement = (one: Inserted): boolean => correctedBy(one).kind === 'restored';

const isOpposite = (one: Inserted, other: Inserted): boolean => {
  const [a, b] = [contentIn(one), contentIn(other)];
  if (a === undefined || b === undefined) return false;
  return a.currency === b.currency && a.state === b.state && a.total === -b.total && a.tax === -b.tax;
};

/** What of the inserts about a fact stands: neither what is taken back by its exact opposite, nor that opposite. */
export const standing = (inserts: readonly Inserted[]): readonly Inserted[] => {
  const isUndoing = (one: Inserted): boolean => correctedBy(one).kind === 'undone';
  const left = inserts.filter((one) => !isUndoing(one));
  for (const undoing of inserts.filter(isUndoing)) {
    const { of, why } = correctedBy(undoing);
    // Not what the same correction puts in its place.
    const isBefore = (one: Inserted): boolean =>
      one.id === of || (correctedBy(one).of === of && correctedBy(one).why !== why);
    const at = left.findIndex((one) => isBefore(one) && isOpposite(undoing, one));
    if (at < 0) left.push(undoing);
    else left.splice(at, 1);
  }
  return left;
};
