import type * as t from 'io-ts';

/** A decoder whose name is said of an answer that is something else. */
export type NamedDecoder<A> = t.Decoder<unknown, A> & { readonly name: string };
