import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from './is-record.ts';

type Codecs = Readonly<Record<string, t.Decoder<unknown, unknown>>>;

/** Every field may be missing (it was not asked for) or null (it has no value, or may not be read). */
export type Fields<C extends Codecs> = {
  readonly [Name in keyof C]?: (C[Name] extends t.Decoder<unknown, infer A> ? A : never) | null;
};

const nowhere: t.Context = [];

/** Values that a codec gives back as they are: to look at them is enough. */
const typeOf: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [t.string, 'string'],
  [t.number, 'number'],
  [t.boolean, 'boolean'],
]);

/**
 * An object of which every field may be missing or null. Fields that are not named are dropped: whatever else an answer
 * holds goes no further.
 *
 * Reading an order is most of what a historical sync computes, so the path of a field is only made up when something is
 * wrong with it: a field that fails is validated a second time, for its errors.
 */
export const fields = <C extends Codecs>(codecs: C, name: string): t.Type<Fields<C>, unknown> => {
  const all = Object.entries(codecs).map(([key, codec]) => ({ key, codec, type: typeOf.get(codec) }));
  const validate = (value: unknown, context: t.Context): t.Validation<Fields<C>> => {
    if (!isRecord(value)) return t.failure(value, context);
    const read: Record<string, unknown> = {};
    let errors: t.ValidationError[] | undefined;
    for (const { key, codec, type } of all) {
      const given = value[key];
      if (given === undefined) continue;
      if (given === null || typeof given === type) {
        read[key] = given;
        continue;
      }
      const result = codec.validate(given, nowhere);
      if (E.isRight(result)) {
        read[key] = result.right;
        continue;
      }
      const again = codec.validate(given, [...context, { key, type: codec, actual: given }]);
      if (E.isLeft(again)) (errors ??= []).push(...again.left);
    }
    // Each field went through its own codec; the type system cannot follow a loop over their names.
    return errors === undefined ? t.success(read as Fields<C>) : t.failures(errors);
  };
  return new t.Type<Fields<C>, unknown>(
    name,
    (value): value is Fields<C> => E.isRight(validate(value, nowhere)),
    validate,
    t.identity,
  );
};
