/** Recognizes an object that Stripe cannot serve, so that it does not keep the others from being read. */
import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../errors.ts';
import type { ObjectName, Read, StripeApi } from '../client/stripe-api.ts';

/**
 * An object counts as not served when it has failed this often by itself and Stripe answers another request right after: then the
 * object is the cause, and not an outage.
 */
export const maxFailuresAlone = 3;

/** Few objects fail by themselves; more counts than this are left from an outage that is over. */
const maxCounted = 1_000;

/** Whether Stripe answers: a refusal is an answer as well. */
export const answersNow = async (api: StripeApi): Promise<boolean> => {
  const answer = await api.account();
  return E.isRight(answer) || (answer.left._tag !== 'SourceUnreachable' && answer.left._tag !== 'SourceThrottled');
};

/** Returns `NotServed` for an object, or one of its lists, that fails alone again and again. */
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
      // A list by date is not about one object; it is read in smaller parts.
      if (query.created !== undefined) return api.list(name, query);
      return counted(JSON.stringify([name, query]), api.list(name, query));
    },
    children: (name, id, query) => counted(JSON.stringify([name, id, query]), api.children(name, id, query)),
    retrieve: (name, id, expand) => async () => {
      const answer = await counted(JSON.stringify([name, id, expand]), api.retrieve(name, id, expand))();
      if (E.isRight(answer)) served.add(name);
      // Stripe served another object of this kind, so the query is right, and the object is the cause.
      const isOfObject = E.isLeft(answer) && answer.left._tag === 'SourceRefused' && served.has(name);
      return isOfObject ? E.left(notServed(answer.left)) : answer;
    },
  };
};
