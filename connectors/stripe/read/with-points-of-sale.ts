import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { StripeApi } from '../client/stripe-api.ts';

interface Kept {
  readonly answer: E.Either<never, unknown>;
  readonly until: number;
}

/** Short enough that an address which the merchant corrects is soon read. */
const keptForMs = 60_000;

/** More tills than any merchant's payments of a minute come from. */
const mostKept = 1000;

/** The same reads, where the place of a reader is kept for a minute: it takes hundreds of payments a day. */
export const withPlaces = (api: StripeApi, clock: Pick<Clock, 'now'>): StripeApi => {
  const places = new Map<string, Kept>();
  return {
    ...api,
    retrieve: (name, id, expand) => {
      if (name !== 'terminal location') return api.retrieve(name, id, expand);
      return async () => {
        const kept = places.get(id);
        if (kept !== undefined && clock.now() < kept.until) return kept.answer;
        const answer = await api.retrieve(name, id, expand)();
        if (places.size >= mostKept) places.clear();
        if (E.isRight(answer)) places.set(id, { answer, until: clock.now() + keptForMs });
        return answer;
      };
    },
  };
};
