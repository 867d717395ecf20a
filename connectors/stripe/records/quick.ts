import * as t from 'io-ts';

/*
 * io-ts notes at every field where it is, in case that the field is wrong. Nearly none is, and a page has tens of thousands
 * of them: an input is read without notes first, and gone through once more, for the reason, only when that failed.
 */

/** What could not be read. */
export const unread: unique symbol = Symbol('unread');

/** Reads an input as its codec would, without a word about what is wrong with it. */
export type Quick<A> = (input: unknown) => A | typeof unread;

interface HasQuick<A> {
  readonly quick: Quick<A>;
}

const hasQuick = <A>(codec: t.Decoder<unknown, A>): codec is t.Decoder<unknown, A> & HasQuick<A> => 'quick' in codec;

/** The quick way of a codec; for one that has none, the codec itself. */
export const quickOf = <A>(codec: t.Decoder<unknown, A>): Quick<A> => {
  if (hasQuick(codec)) return codec.quick;
  return (input) => {
    const decoded = codec.decode(input);
    return decoded._tag === 'Left' ? unread : decoded.right;
  };
};

/**
 * A codec with a fast path for valid input.
 *
 * @param explain describes why an input could not be read; default: that it is not of the named kind
 */
export const quickCodec = <A>(
  name: string,
  quick: Quick<A>,
  explain: t.Validate<unknown, A> = t.failure,
): t.Type<A, unknown> =>
  Object.assign(
    new t.Type<A, unknown>(
      name,
      (input): input is A => quick(input) !== unread,
      (input, context) => {
        const read = quick(input);
        return read === unread ? explain(input, context) : t.success(read);
      },
      t.identity,
    ),
    { quick },
  );
