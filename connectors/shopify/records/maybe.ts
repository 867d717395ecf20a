import * as t from 'io-ts';

/** The codec, or null. Shopify writes null for "none", and for much that may not be read. */
export const maybe = <A>(codec: t.Type<A, unknown>): t.Type<A | null, unknown> =>
  new t.Type<A | null, unknown>(
    codec.name,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null ? t.success(null) : codec.validate(value, context)),
    t.identity,
  );
