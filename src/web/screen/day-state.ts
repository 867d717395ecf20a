import type { DailyCount } from '../../domain/review-store.ts';
import { count, plural } from './labels.ts';

/**
 * `short`: the service lacks sales of the day. `differs`: it holds other values. `unknown`: never counted. `ahead`: the day is
 * not over.
 */
export type DayState = 'whole' | 'empty' | 'short' | 'differs' | 'unknown' | 'ahead';

export interface ShownDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly state: DayState;
  /** Null when never counted. */
  readonly counted: DailyCount | null;
}

const stateOf = ({ source, service, missing, differing }: DailyCount): DayState => {
  if (missing > 0) return 'short';
  if (differing > 0) return 'differs';
  return source === 0 && service === 0 ? 'empty' : 'whole';
};

/** @param today in the storefront's time zone */
export const shownDay = (day: string, counted: DailyCount | undefined, today: string): ShownDay => {
  if (counted !== undefined) return { day, state: stateOf(counted), counted };
  return { day, state: day < today ? 'unknown' : 'ahead', counted: null };
};

/** The sign beside a day that needs attention, so that color alone carries no meaning. */
export const signOf = ({ state, counted }: ShownDay): string => {
  if (state === 'short') return `−${count(counted?.missing ?? 0)}`;
  if (state === 'differs') return `!${count(counted?.differing ?? 0)}`;
  return state === 'unknown' ? '?' : '';
};

/** The numbers of a day, as short as possible. */
export const figureOf = ({ counted, state }: ShownDay): string => {
  if (counted === null) return '';
  const { source, service } = counted;
  return state !== 'short' && source === service ? count(source) : `${count(service)}/${count(source)}`;
};

/** `11 of 12 sent, 1 missing`. */
export const stateLabel = ({ state, counted }: ShownDay): string => {
  if (counted === null) return state === 'ahead' ? 'not over yet' : 'not counted';
  if (state === 'empty') return 'no sales';
  const { source, service, missing, differing } = counted;
  return [
    state === 'whole' && source === service
      ? `all ${count(source)} sent`
      : `${count(service)} of ${count(source)} sent`,
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(differing > 0 ? [plural(differing, 'differs', 'differ')] : []),
  ].join(', ');
};

interface DaySummary {
  readonly label: string;
  /** The class of its badge. */
  readonly tone: '' | 'good' | 'warn' | 'bad';
}

export const isCounted = ({ counted }: ShownDay): boolean => counted !== null;

/** How many days are incomplete, differ or were not counted. Complete days only if nothing is wrong. */
export const summarizeDays = (days: readonly ShownDay[]): readonly DaySummary[] => {
  const countOf = (state: DayState): number => days.filter((shown) => shown.state === state).length;
  const [short, differing, unknown] = [countOf('short'), countOf('differs'), countOf('unknown')];
  const counted = days.filter(isCounted).length;
  const summaries: readonly (DaySummary | false)[] = [
    counted > 0 && short + differing === 0 && { label: `${plural(counted, 'day')} complete`, tone: 'good' },
    short > 0 && { label: `${plural(short, 'day')} incomplete`, tone: 'bad' },
    differing > 0 && { label: plural(differing, 'day differs', 'days differ'), tone: 'warn' },
    unknown > 0 && { label: `${plural(unknown, 'day')} not counted`, tone: '' },
  ];
  return summaries.filter((summary) => summary !== false);
};
