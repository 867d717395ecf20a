import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { ObjectName, StripeApi } from '../client/stripe-api.ts';

type Answer = Awaited<ReturnType<ReturnType<StripeApi['retrieve']>>>;

interface Kept {
  readonly answer: Answer;
  readonly until: number;
}

/** Hundreds of sales a day name the same reader's location, product or tax rate. */
const keptObjects: ReadonlySet<ObjectName> = new Set<ObjectName>(['terminal location', 'product', 'tax rate']);

/** Short enough that an address which the merchant corrects is soon read. */
const keptForMs = 60_000;

/** More locations and products than a minute's payments name. */
const maxKept = 1000;

const isFinal = (answer: Answer): boolean => E.isRight(answer) || answer.left._tag === 'NoSuchObject';

/** The same reads, where locations of readers, products and tax rates are kept for a minute. */
export const withKeptObjects = (api: StripeApi, clock: Pick<Clock, 'now'>): StripeApi => {
  const objects = new Map<string, Kept>();
  return {
    ...api,
    retrieve: (name, id, expand) => {
      if (!keptObjects.has(name)) return api.retrieve(name, id, expand);
      return async () => {
        const key = `${name} ${id}`;
        const kept = objects.get(key);
        if (kept !== undefined && clock.now() < kept.until) return kept.answer;
        const answer = await api.retrieve(name, id, expand)();
        if (objects.size >= maxKept) objects.clear();
        if (isFinal(answer)) objects.set(key, { answer, until: clock.now() + keptForMs });
        return answer;
      };
    },
  };
};
