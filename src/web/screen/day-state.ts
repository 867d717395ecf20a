import type { DailyCount } from '../../domain/review-store.ts';
import { count, plural } from './labels.ts';

/**
 * How a day stands: `short` when the service lacks something of it, `differs` when it holds something else, `unknown` when it
 * was never counted, `ahead` when it is not over.
 */
export type DayState = 'whole' | 'empty' | 'short' | 'differs' | 'unknown' | 'ahead';

export interface ShownDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly state: DayState;
  /** Null when it was never counted. */
  readonly counted: DailyCount | null;
}

const stateOf = ({ source, service, missing, differing }: DailyCount): DayState => {
  if (missing > 0) return 'short';
  if (differing > 0) return 'differs';
  return source === 0 && service === 0 ? 'empty' : 'whole';
};

/** @param today the day that is not over yet, in the storefront's own time zone */
export const shownDay = (day: string, counted: DailyCount | undefined, today: string): ShownDay => {
  if (counted !== undefined) return { day, state: stateOf(counted), counted };
  return { day, state: day < today ? 'unknown' : 'ahead', counted: null };
};

/** What stands beside a day that needs a look, so that colour alone says nothing. */
export const signOf = ({ state, counted }: ShownDay): string => {
  switch (state) {
    case 'short':
      return `−${count(counted?.missing ?? 0)}`;
    case 'differs':
      return `!${count(counted?.differing ?? 0)}`;
    case 'unknown':
      return '?';
    case 'whole':
    case 'empty':
    case 'ahead':
      return '';
  }
};

/** The numbers of a day, as narrow as they can be. */
export const figureOf = ({ counted, state }: ShownDay): string => {
  if (counted === null) return '';
  const { source, service } = counted;
  return state !== 'short' && source === service ? count(source) : `${count(service)}/${count(source)}`;
};

/** A day in words: `11 of 12 sent, 1 missing`. */
export const stateLabel = ({ state, counted }: ShownDay): string => {
  if (counted === null) return state === 'ahead' ? 'not over yet' : 'not counted';
  const { source, service, missing, differing } = counted;
  if (state === 'empty') return 'nothing sold, nothing sent';
  const pushed =
    source === service ? `${count(service)} sent of ${count(source)}` : `${count(service)} of ${count(source)} sent`;
  return [
    state === 'whole' && source === service ? `all ${count(source)} sent` : pushed,
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(differing > 0 ? [plural(differing, 'differs', 'differ')] : []),
  ].join(', ');
};
