/** `presence`: the US states in which the business has locations, by what its platforms state. */
import * as E from 'fp-ts/lib/Either.js';
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { inParallel } from '../domain/async.ts';
import { isRetryable, type SourceError } from '../domain/errors.ts';
import { locationUses, type LocationUse, type MerchantLocation } from '../mapping/merchant-location.ts';
import { callWithin } from '../pipeline/call-source.ts';
import { asIs, ofAccount, operation } from './operation.ts';
import type { OperationPorts } from './ports.ts';
import type { OfAccount } from './requests.ts';
import { fields, list, named, oneOf, orNull, text } from './shapes.ts';

/** A location, without its name and street: a merchant's own home may be one. */
export interface ShownLocation {
  readonly storefront: string;
  readonly city: string | null;
  /** Empty where the platform states none of them. */
  readonly uses: readonly LocationUse[];
}

/** The locations in a state. */
export interface StatePresence {
  /** `TX`; null for locations whose address names no state. */
  readonly state: string | null;
  readonly locations: readonly ShownLocation[];
}

/** Where the business has locations in the US. */
export interface Presence {
  /** In the order of the states, last what names no state. */
  readonly states: readonly StatePresence[];
  /** Storefronts whose platform gave no locations now, and why. */
  readonly notRead: readonly { readonly storefront: string; readonly reason: string }[];
  /** Storefronts whose connector reads no locations, such as those of Stripe. */
  readonly notStated: readonly string[];
}

export interface PresencePromise {
  /**
   * The US states in which the business has active locations, by what the platforms state now: Shopify's locations, those of
   * fulfillment services too. Facts to check: stock or staff in a state creates nexus whatever the sales. Rejects with `ACCOUNT`;
   * a platform that refuses, or does not answer within five seconds, is named in `notRead`.
   *
   * @example
   * const { states } = await taxNexus.presence();
   */
  readonly presence: (request?: OfAccount) => Promise<Presence>;
}

/** Milliseconds that a page waits for a platform. */
const maxWait = 5_000;

/** Platforms that are asked at a time. */
const atATime = 10;

const reasonOf = (error: SourceError): string =>
  isRetryable(error) ? `${error.message}. Try again later` : error.message;

/** A location in the US, or one whose address does not say where it is. */
interface Found extends ShownLocation {
  readonly state: string | null;
}

const inUs = (storefront: string, all: readonly MerchantLocation[]): readonly Found[] =>
  all.flatMap(({ country, state, city, uses }) =>
    country === null || country === 'US' ? [{ storefront, state, city, uses }] : [],
  );

const byState = (found: readonly Found[]): readonly StatePresence[] =>
  Object.entries(groupBy(({ state }: Found) => state ?? '')([...found]))
    .map(([state, locations]) => ({
      state: state === '' ? null : state,
      locations: locations.map(({ storefront, city, uses }) => ({ storefront, city, uses })),
    }))
    .sort((a, b) => (a.state === null ? 1 : b.state === null ? -1 : a.state.localeCompare(b.state)));

const readPresence = async ({ storefronts, connectorOf, clock }: OperationPorts): Promise<Presence> => {
  const names = storefronts();
  const ask = callWithin({ clock }, maxWait);
  const answers = new Map<string, E.Either<SourceError, readonly MerchantLocation[]>>();
  await inParallel(atATime)(names, async (name) => {
    const locations = connectorOf(name)?.locations;
    if (locations !== undefined) answers.set(name, await ask(locations));
  });
  const inOrder = names.flatMap((storefront) => {
    const answer = answers.get(storefront);
    return answer === undefined ? [] : [{ storefront, answer }];
  });
  return {
    states: byState(
      inOrder.flatMap(({ storefront, answer }) => (E.isRight(answer) ? inUs(storefront, answer.right) : [])),
    ),
    notRead: inOrder.flatMap(({ storefront, answer }) =>
      E.isLeft(answer) ? [{ storefront, reason: reasonOf(answer.left) }] : [],
    ),
    notStated: names.filter((name) => !answers.has(name)),
  };
};

export const presence = operation<PresencePromise['presence']>()({
  name: 'presence',
  summary:
    'The US states in which the business has locations, as its platforms state them now: stock or staff in a state creates nexus whatever the sales',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports) => TE.fromTask(() => readPresence(ports)),
  http: {
    method: 'get',
    path: '/presence',
    given: fields({}),
    ask: asIs,
    show: asIs,
    answer: named(
      'Presence',
      fields({
        states: list(
          fields({
            state: orNull(text('TX; null for locations whose address names no state')),
            locations: list(
              fields({
                ...{ storefront: text(), city: orNull(text()) },
                uses: list(oneOf(...locationUses), 'Empty where the platform states none of them'),
              }),
            ),
          }),
        ),
        notRead: list(
          fields({
            storefront: text(),
            reason: text('Which permission to grant, or that the platform does not answer'),
          }),
        ),
        notStated: list(text('A storefront whose connector reads no locations')),
      }),
    ),
  },
});
