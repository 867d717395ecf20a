import type { Outcome } from '../../domain/run.ts';
import type { LineFilter } from '../../domain/sync-store.ts';
import { outcomeLabel } from './labels.ts';
import type { Query } from './links.ts';

/** The query parameters of a list of report lines. */
export interface LineQuery {
  readonly outcome: readonly Outcome[];
  readonly reason: string;
  readonly finding: string;
  /** A jurisdiction. */
  readonly place: string;
  readonly month: string;
  readonly text: string;
  /** `yes`: sales with adjustments. `refund`: sales with a refund that was not sent. Empty: all sales. */
  readonly moved: '' | 'yes' | 'refund';
}

const isOutcome = (value: string): value is Outcome => Object.hasOwn(outcomeLabel, value);

/** Ignores values that make no sense. */
export const readLineQuery = (parameters: URLSearchParams): LineQuery => {
  const one = (name: string): string => (parameters.get(name) ?? '').slice(0, 200);
  const moved = one('moved');
  return {
    outcome: parameters.getAll('outcome').filter(isOutcome),
    reason: one('reason'),
    finding: one('finding'),
    place: one('place'),
    month: one('month'),
    text: one('text').trim(),
    moved: moved === 'yes' || moved === 'refund' ? moved : '',
  };
};

export const filterOf = ({ outcome, reason, finding, place, month, text, moved }: LineQuery): LineFilter => ({
  ...(outcome.length > 0 && { outcomes: outcome }),
  ...(reason !== '' && { reason }),
  ...(finding !== '' && { finding }),
  ...(place !== '' && { jurisdiction: place }),
  ...(month !== '' && { month }),
  ...(text !== '' && { text }),
  ...(moved === 'yes' && { hasAdjustments: true }),
  ...(moved === 'refund' && { unsentAdjustment: moved }),
});

/** The parameters of the same list. */
export const queryOf = (query: LineQuery): Query => ({ ...query });
