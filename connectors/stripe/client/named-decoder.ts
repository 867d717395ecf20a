import type * as t from 'io-ts';

/** A decoder with the name that messages show when a response has another shape. */
export type NamedDecoder<A> = t.Decoder<unknown, A> & { readonly name: string };
