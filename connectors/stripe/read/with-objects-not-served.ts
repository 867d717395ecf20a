import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../errors.ts';
import type { ObjectName, Read, StripeApi } from '../client/stripe-api.ts';

/**
 * One object that Stripe cannot serve must not keep the others from being read. It counts as not served once it failed a few
 * times by itself and Stripe answered another request right after: then the object is the cause, and not an outage.
 */
export const maxFailuresAlone = 3;

/** Objects are few that fail; more are those of an outage that is over. */
const maxCounted = 1_000;

/** Whether Stripe answers: a refusal is an answer as well. */
export const answersNow = async (api: StripeApi): Promise<boolean> => {
  const answer = await api.account();
  return E.isRight(answer) || (answer.left._tag !== 'SourceUnreachable' && answer.left._tag !== 'SourceThrottled');
};

/** The same reads, where an object or one of its lists that alone fails again and again is `NotServed`. */
export const withObjectsNotServed = (api: StripeApi): StripeApi => {
  const failures = new Map<string, number>();
  const served = new Set<ObjectName>();
  const count = (key: string): number => {
    const times = (failures.get(key) ?? 0) + 1;
    if (failures.size >= maxCounted) failures.clear();
    failures.set(key, times);
    return times;
  };
  const notServed = (failure: StripeFailure & { readonly message: string }): StripeFailure => ({
    _tag: 'NotServed',
    message: `${failure.message}, whenever it is asked for, and serves others`,
  });
  const counted =
    <A>(key: string, read: Read<A>): Read<A> =>
    async () => {
      const answer = await read();
      if (E.isRight(answer)) {
        failures.delete(key);
        return answer;
      }
      const { left } = answer;
      if (left._tag !== 'SourceUnreachable' || count(key) < maxFailuresAlone) return answer;
      return (await answersNow(api)) ? E.left(notServed(left)) : answer;
    };
  return {
    ...api,
    list: (name, query) => {
      // A part of a list by date is not of one object; it is read in smaller parts.
      if (query.created !== undefined) return api.list(name, query);
      return counted(JSON.stringify([name, query]), api.list(name, query));
    },
    children: (name, id, query) => counted(JSON.stringify([name, id, query]), api.children(name, id, query)),
    retrieve: (name, id, expand) => async () => {
      const answer = await counted(JSON.stringify([name, id, expand]), api.retrieve(name, id, expand))();
      if (E.isRight(answer)) served.add(name);
      // Asked for another object of the kind, Stripe answered: so the query is right, and the object is the cause.
      const isOfObject = E.isLeft(answer) && answer.left._tag === 'SourceRefused' && served.has(name);
      return isOfObject ? E.left(notServed(answer.left)) : answer;
    },
  };
};
