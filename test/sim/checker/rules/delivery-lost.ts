import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** What was answered 200 is durable: the platform does not come again. */
export const deliveryLost = ({ evidence }: File): readonly Violation[] => {
  const { deliveriesTaken, deliveriesKept, wasBookLost } = evidence;
  if (wasBookLost) return [];
  return deliveriesTaken
    .filter((id) => !deliveriesKept.some((kept) => kept.includes(id)))
    .map((about) => ({ name: 'delivery lost', about, why: 'answered 200, and the inbox does not know it' }));
};
