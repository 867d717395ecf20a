/** The codec of an object whose fields may all be missing or null. */
import type * as t from 'io-ts';
import { isGiven } from '../../../src/domain/fields.ts';
import { quickCodec, quickObject, quickOf } from '../../../src/domain/quick-codec.ts';

type Codecs = Readonly<Record<string, t.Decoder<unknown, unknown>>>;

/** Every field may be missing (not requested) or null (no value, or no access). */
export type Fields<C extends Codecs> = {
  readonly [Name in keyof C]?: (C[Name] extends t.Decoder<unknown, infer A> ? A : never) | null;
};

/** Other fields of a response are dropped. */
export const fields = <C extends Codecs>(codecs: C, name: string): t.Type<Fields<C>, unknown> => {
  const props = Object.fromEntries(Object.entries(codecs).map(([key, codec]) => [key, orAbsent(codec)]));
  // The names of the fields are lost in a list of entries.
  return quickObject(name, props) as t.Type<Fields<C>, unknown>;
};

const orAbsent = <A>(codec: t.Decoder<unknown, A>): t.Type<A | null | undefined, unknown> => {
  const quick = quickOf(codec);
  return quickCodec<A | null | undefined>(
    codec.name,
    (input) => (isGiven(input) ? quick(input) : input),
    codec.validate,
  );
};
