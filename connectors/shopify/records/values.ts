/** Reads small values of Shopify's responses: fields that may be null, time stamps, and global ids. */
import * as t from 'io-ts';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, parseInstant } from '../../../src/domain/instant.ts';

/** The codec, or null: Shopify's value for "none" and for many fields without access. */
export const maybe = <A>(codec: t.Type<A, unknown>): t.Type<A | null, unknown> =>
  new t.Type<A | null, unknown>(
    codec.name,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null ? t.success(null) : codec.validate(value, context)),
    t.identity,
  );

/** A time stamp in UTC; empty when it is missing or invalid. */
export const instantOrBlank = (text: string | null | undefined): Instant => {
  const instant = text === null || text === undefined ? O.none : parseInstant(text);
  return O.isSome(instant) ? instant.value : '';
};

/**
 * The last part of a global id; any other text is returned unchanged.
 *
 * @example
 * idOfGid('gid://shopify/Order/5012345678') // "5012345678"
 */
export const idOfGid = (gid: string): string => /^gid:\/\/[^/]+\/[^/]+\/([^?]+)/.exec(gid)?.[1] ?? gid;

/** The global id of an order from its digits. */
export const orderGid = (id: string): string => `gid://shopify/Order/${id}`;

/** An id as digits; undefined for anything else. Numbers beyond 2^53 arrive as text. */
export const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
};
