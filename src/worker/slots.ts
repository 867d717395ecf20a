import { slotPatience, slotTurn } from './limits.ts';
import type { Station } from './station.ts';

/** Notes at a storefront that it waits for a platform, be it its own or another one's; to be given to its ports. */
export const noteQuestions =
  ({ questions }: Station, steadyNow: () => number) =>
  (): (() => void) => {
    const question = { askedAt: steadyNow() };
    questions.add(question);
    return () => {
      questions.delete(question);
    };
  };

/** Whether a storefront has waited for a platform for so long that another one may have its slot. Pure. */
export const isWaiting = ({ questions }: Station, now: number): boolean => {
  for (const { askedAt } of questions) if (now - askedAt >= slotPatience) return true;
  return false;
};

/**
 * Whether a scheduled task of a storefront counts against those that may be at work at the same time. One that waits for its
 * platform gives its slot back, and so does one that is at work for long: however many platforms hang, there are slots for the
 * others. Pure.
 */
export const holdsSlot = (station: Station, now: number): boolean =>
  station.busySince !== null && now - station.busySince < slotTurn && !isWaiting(station, now);
