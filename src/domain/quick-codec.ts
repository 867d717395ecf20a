/**
 * The reader of platforms' records: io-ts codecs that read valid input without noting the path of each field, because io-ts
 * alone takes several times the CPU (docs/decisions/0015). An invalid input is validated again by io-ts, for its paths.
 */
import * as t from 'io-ts';
import { isRecord } from './fields.ts';

/** Stands for an input that could not be read. */
export const unread: unique symbol = Symbol('unread');

/** Reads an input as its codec would, but gives no reason when it fails. */
export type Quick<A> = (input: unknown) => A | typeof unread;

/** Primitive codecs return the input unchanged, so a check of its type replaces them. */
const primitives: ReadonlyMap<unknown, Quick<unknown>> = new Map<unknown, Quick<unknown>>([
  [t.string, (input) => (typeof input === 'string' ? input : unread)],
  [t.number, (input) => (typeof input === 'number' ? input : unread)],
  [t.boolean, (input) => (typeof input === 'boolean' ? input : unread)],
]);

/** The fast path of a codec; a codec without one decodes as usual. */
export const quickOf = <A>(codec: t.Decoder<unknown, A>): Quick<A> => {
  if (hasQuick(codec)) return codec.quick;
  // The map has the codec of A, which the type system cannot see.
  return (primitives.get(codec) as Quick<A> | undefined) ?? decodeQuickly(codec);
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

/** An object of the named fields in one order, so that all objects of a kind have one shape. Other fields are dropped. */
export const quickObject = <P extends t.Props>(name: string, props: P): t.Type<t.TypeOfProps<P>, unknown> => {
  const exact = t.exact(t.type(props), name);
  const parts = Object.entries(props).map(([key, codec]): readonly [string, Quick<unknown>] => [key, quickOf(codec)]);
  const readParts = (input: unknown): unknown => {
    if (!isRecord(input)) return unread;
    const fields: Record<string, unknown> = {};
    for (const [key, quick] of parts) {
      const read = quick(input[key]);
      if (read === unread) return unread;
      fields[key] = read;
    }
    return fields;
  };
  // Each field was read by its own codec, which the type system cannot see.
  return quickCodec(name, readParts as Quick<t.TypeOfProps<P>>, exact.validate);
};

interface HasQuick<A> {
  readonly quick: Quick<A>;
}

const hasQuick = <A>(codec: t.Decoder<unknown, A>): codec is t.Decoder<unknown, A> & HasQuick<A> => 'quick' in codec;

const decodeQuickly = <A>(codec: t.Decoder<unknown, A>): Quick<A> => {
  return (input) => {
    const decoded = codec.decode(input);
    return decoded._tag === 'Left' ? unread : decoded.right;
  };
};
