import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from './is-record.ts';

type Codecs = Readonly<Record<string, t.Decoder<unknown, unknown>>>;

/** Every field may be missing (it was not asked for) or null (it has no value, or may not be read). */
export type Fields<C extends Codecs> = {
  readonly [Name in keyof C]?: (C[Name] extends t.Decoder<unknown, infer A> ? A : never) | null;
};

/** Values that a codec gives back as they are: to look at them is enough. */
const typeOf: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [t.string, 'string'],
  [t.number, 'number'],
  [t.boolean, 'boolean'],
]);

const nowhere: t.Context = [];

/** Reads the named fields into a new object; undefined when one of them is wrong. */
const readFields = (
  fields: readonly (readonly [key: string, codec: t.Decoder<unknown, unknown>])[],
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined => {
  const all: Record<string, unknown> = {};
  for (const [key, codec] of fields) {
    const given = value[key];
    // Set in every case: objects of one shape are faster to work with.
    all[key] = given;
    if (given === undefined || given === null || typeof given === typeOf.get(codec)) continue;
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

/**
 * An object of which every field may be missing or null. Fields that are not named are dropped: whatever else an answer
 * holds goes no further.
 *
 * Reading an order is most of what a historical sync computes, so the path of a field is only made up when something is
 * wrong: an object that fails is validated a second time, for its errors.
 */
export const fields = <C extends Codecs>(codecs: C, name: string): t.Type<Fields<C>, unknown> => {
  const named = Object.entries(codecs);
  const validate = (value: unknown, context: t.Context): t.Validation<Fields<C>> => {
    if (!isRecord(value)) return t.failure(value, context);
    const all = readFields(named, value);
    // Each field went through its own codec; the type system cannot follow that.
    return all === undefined ? t.failures(errorsOf(codecs, value, context)) : t.success(all as Fields<C>);
  };
  return new t.Type<Fields<C>, unknown>(
    name,
    (value): value is Fields<C> => isRecord(value) && readFields(named, value) !== undefined,
    validate,
    t.identity,
  );
};
