import * as t from 'io-ts';

/** The codec, or null: Shopify's value for "none" and for many fields without access. */
export const maybe = <A>(codec: t.Type<A, unknown>): t.Type<A | null, unknown> =>
  new t.Type<A | null, unknown>(
    codec.name,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null ? t.success(null) : codec.validate(value, context)),
    t.identity,
  );
