import type { LineFilter } from '../../domain/sync-store.ts';
import type { Outcome } from '../../domain/run.ts';
import type { Query } from './links.ts';
import { outcomeLabel } from './labels.ts';

/** What a list of entries was asked for, as its address says. */
export interface LineQuery {
  readonly outcome: readonly Outcome[];
  readonly reason: string;
  readonly finding: string;
  readonly place: string;
  readonly month: string;
  readonly text: string;
  /** Sales after which anything happened, or refunds that were not sent; empty: all sales. */
  readonly moved: '' | 'yes' | 'refund';
}

const isOutcome = (word: string): word is Outcome => Object.hasOwn(outcomeLabel, word);

const movedOf = (word: string): LineQuery['moved'] => (word === 'yes' || word === 'refund' ? word : '');

/** Anything that makes no sense is as if it were not there. */
export const readLineQuery = (words: URLSearchParams): LineQuery => {
  const one = (name: string): string => (words.get(name) ?? '').slice(0, 200);
  return {
    outcome: words.getAll('outcome').filter(isOutcome),
    reason: one('reason'),
    finding: one('finding'),
    place: one('place'),
    month: one('month'),
    text: one('text').trim(),
    moved: movedOf(one('moved')),
  };
};

export const filterOf = ({
  outcome,
  reason,
  finding,
  place: jurisdiction,
  month,
  text,
  moved,
}: LineQuery): LineFilter => ({
  ...(outcome.length > 0 && { outcomes: outcome }),
  ...(reason !== '' && { reason }),
  ...(finding !== '' && { finding }),
  ...(jurisdiction !== '' && { jurisdiction: jurisdiction }),
  ...(month !== '' && { month }),
  ...(text !== '' && { text }),
  ...(moved === 'yes' && { hasAdjustments: true }),
  ...(moved === 'refund' && { unsentAdjustment: moved }),
});

/** The address of the same list. */
export const queryOf = (query: LineQuery): Query => ({ ...query });
