/** Decodes an object whose fields may all be missing or null, and does it fast: decoding takes most of a sync's CPU time. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from '../../../src/domain/fields.ts';

type Codecs = Readonly<Record<string, t.Decoder<unknown, unknown>>>;

/** Every field may be missing (not requested) or null (no value, or no access). */
export type Fields<C extends Codecs> = {
  readonly [Name in keyof C]?: (C[Name] extends t.Decoder<unknown, infer A> ? A : never) | null;
};

/** Primitive codecs return the value unchanged, so a `typeof` check replaces them. */
const typeOf: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [t.string, 'string'],
  [t.number, 'number'],
  [t.boolean, 'boolean'],
]);

const nowhere: t.Context = [];

/** The fields of a kind of object, prepared once. */
interface FieldReader {
  /** An object with all fields, each undefined. */
  readonly blank: Readonly<Record<string, unknown>>;
  readonly fields: readonly {
    readonly key: string;
    readonly codec: t.Decoder<unknown, unknown>;
    /** The `typeof` of a primitive codec's values. */
    readonly primitive: string | undefined;
  }[];
}

const fieldReader = (codecs: Codecs): FieldReader => ({
  blank: Object.fromEntries(Object.keys(codecs).map((key) => [key, undefined])),
  fields: Object.entries(codecs).map(([key, codec]) => ({ key, codec, primitive: typeOf.get(codec) })),
});

/** Reads the fields into a new object; undefined when one is invalid. */
const readFields = (
  { blank, fields }: FieldReader,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined => {
  // A copy has the shape of its original; V8 makes a dictionary of an object that gets many fields one by one.
  const all = { ...blank };
  for (const { key, codec, primitive } of fields) {
    const given = value[key];
    if (given === undefined) continue;
    if (given === null || typeof given === primitive) {
      all[key] = given;
      continue;
    }
    const read = codec.validate(given, nowhere);
    if (read._tag === 'Left') return undefined;
    all[key] = read.right;
  }
  return all;
};

const errorsOf = (codecs: Codecs, value: Readonly<Record<string, unknown>>, context: t.Context): t.Errors => {
  const errors: t.ValidationError[] = [];
  for (const [key, codec] of Object.entries(codecs)) {
    const actual = value[key];
    if (actual === undefined || actual === null) continue;
    const read = codec.validate(actual, [...context, { key, type: codec, actual }]);
    if (E.isLeft(read)) errors.push(...read.left);
  }
  return errors;
};

/** Other fields of a response are dropped. Paths are only built for errors: an object that fails is validated again. */
export const fields = <C extends Codecs>(codecs: C, name: string): t.Type<Fields<C>, unknown> => {
  const reader = fieldReader(codecs);
  const validate = (value: unknown, context: t.Context): t.Validation<Fields<C>> => {
    if (!isRecord(value)) return t.failure(value, context);
    const all = readFields(reader, value);
    // Each field passed its own codec, which the type system cannot see.
    return all === undefined ? t.failures(errorsOf(codecs, value, context)) : t.success(all as Fields<C>);
  };
  return new t.Type<Fields<C>, unknown>(
    name,
    (value): value is Fields<C> => isRecord(value) && readFields(reader, value) !== undefined,
    validate,
    t.identity,
  );
};
