/**
 * Settings as io-ts decoders, so that a configuration file, code and the `accounts` function are checked in the same way. Each says
 * what is wrong and what to write instead, and repeats no value, which may be a secret.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Setting<A> extends t.Decoder<unknown, A> {
  /** What a file may hold, for editors; null if only code can hold it. */
  readonly schema: JsonSchema | null;
  readonly mayBeLeftOut: boolean;
}

/** One thing that is wrong with a configuration. Never holds the value that was found: it may be a secret. */
export interface ConfigurationProblem {
  /** Where: `policy.adjustments.refunds`. */
  readonly path: string;
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** Reads a setting under its name, or lists all that is wrong with it. Without a name, paths begin with those below it. */
export const readSetting =
  (name: string) =>
  <A>(setting: Setting<A>, written: unknown): E.Either<readonly ConfigurationProblem[], A> =>
    E.mapLeft((errors: t.Errors) =>
      errors.map(({ context, message = '' }) => {
        const [problem = '', remedy = ''] = message.split('\n');
        const path = context.flatMap(({ key }) => (key === '' ? [] : [key])).join('.');
        return { path, problem, remedy };
      }),
    )(setting.validate(written, [{ key: name, type: setting }]));

export type Refusal = Omit<ConfigurationProblem, 'path'>;

/** A setting that is read by a function, for what the others cannot say. */
export const settingOf = <A>(
  schema: Setting<A>['schema'],
  validate: t.Validate<unknown, A>,
  mayBeLeftOut = false,
): Setting<A> => ({
  name: 'setting',
  validate,
  decode: (written) => validate(written, []),
  schema,
  mayBeLeftOut,
});

/** The failure of a setting. The value is left out. */
export const refused = (context: t.Context, problem: string, remedy: string): E.Either<t.Errors, never> =>
  t.failure(undefined, context, `${problem}\n${remedy}`);

export const describeProblem = ({ path, problem, remedy }: ConfigurationProblem): string =>
  `${path}: ${problem}. ${remedy}`;

/** A setting that is checked elsewhere. */
export const checkedElsewhere: Setting<never> = settingOf<never>(null, (written) => t.success(written as never), true);

/** A setting of another form than the one in which it is written. */
export const mapped = <A, B>(setting: Setting<A>, map: (read: A) => B): Setting<B> =>
  settingOf(setting.schema, (written, context) => E.map(map)(setting.validate(written, context)), setting.mayBeLeftOut);

/** An object without settings: each of them has its default. */
type Empty = Readonly<Record<string, never>>;

/** The value that is used in place of a missing one. It is written as in a file, and read like one. */
export const withDefault = <A>(setting: Setting<A>, value: NoInfer<A> | Empty): Setting<A> =>
  settingOf(
    withKeywords(setting.schema, isRecord(value) ? {} : { default: value }),
    (written, context) => setting.validate(written === undefined ? value : written, context),
    true,
  );

/** A setting that may be left out, and then has another value; null leaves it out as well, unless it is a value of the setting. */
export const orElse = <A, B>(setting: Setting<A>, otherwise: B): Setting<A | B> =>
  settingOf<A | B>(
    withKeywords(setting.schema, ['string', 'number'].includes(typeof otherwise) ? { default: otherwise } : {}),
    (written, context) => {
      if (written === undefined) return t.success(otherwise);
      const read = setting.validate(written, context);
      return written === null && E.isLeft(read) ? t.success(otherwise) : read;
    },
    true,
  );

export const optional = <A>(setting: Setting<A>): Setting<A | undefined> => orElse(setting, undefined);

export const orNull = <A>(setting: Setting<A>): Setting<A | null> =>
  settingOf(anyOf(setting.schema, { type: 'null' }), (written, context) =>
    written === null
      ? t.success(null)
      : E.mapLeft((errors: t.Errors) => errors.map((error) => ({ ...error, message: `${error.message}, or null` })))(
          setting.validate(written, context),
        ),
  );

/** What a file may hold where any of these may stand. */
export const anyOf = (...schemas: readonly (JsonSchema | null)[]): JsonSchema => {
  const written = schemas.flatMap((schema) => schema?.anyOf ?? schema ?? []);
  return written.length === 1 && written[0] !== undefined ? written[0] : { anyOf: written };
};

const aText: JsonSchema = { type: 'string', minLength: 1 };

/** @param problemOf what is wrong with a text, with a remedy if it has another one; undefined when nothing is wrong */
export const textSetting = (
  remedy: string,
  problemOf: (text: string) => string | Refusal | undefined = () => undefined,
): Setting<string> =>
  settingOf(aText, (written, context) => {
    const text = typeof written === 'string' ? written.trim() : '';
    const problem = text === '' ? textProblem(written, 'it is not a string') : problemOf(text);
    if (problem === undefined) return t.success(text);
    return typeof problem === 'string'
      ? refused(context, problem, remedy)
      : refused(context, problem.problem, problem.remedy);
  });

export const oneOf = <const A extends string>(...choices: readonly A[]): Setting<A> =>
  settingOf({ enum: choices }, (written, context) => {
    const chosen = choices.find((choice) => choice === written);
    const remedy = `Write ${choices.map((choice) => `"${choice}"`).join(' or ')}`;
    return chosen === undefined ? refused(context, 'it is not one of the allowed values', remedy) : t.success(chosen);
  });

export const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }): Setting<number> =>
  settingOf({ type: 'integer', minimum: least, maximum: most }, (written, context) =>
    typeof written === 'number' && Number.isInteger(written) && written >= least && written <= most
      ? t.success(written)
      : refused(
          context,
          'it is not a number in the allowed range',
          `Write a whole number from ${least} to ${most}, without quotes`,
        ),
  );

export const yesNo: Setting<boolean> = settingOf({ type: 'boolean' }, (written, context) =>
  typeof written === 'boolean'
    ? t.success(written)
    : refused(context, 'it is neither true nor false', 'Write true or false, without quotes'),
);

export const texts: Setting<readonly string[]> = settingOf({ type: 'array', items: aText }, (written, context) =>
  Array.isArray(written) && written.every((item) => typeof item === 'string')
    ? t.success(written)
    : refused(context, 'it is not a list of strings', 'Write a list such as ["wholesale", "reseller"]'),
);

export const tableOfTexts: Setting<Readonly<Record<string, string>>> = settingOf(
  { type: 'object', additionalProperties: aText },
  (written, context) =>
    isRecord(written) && Object.values(written).every((value) => typeof value === 'string')
      ? t.success(written as Readonly<Record<string, string>>)
      : refused(context, 'it is not an object whose values are strings', 'Write an object such as { "key": "value" }'),
);

/** A list whose items are settings. */
export const listOf = <A>(item: Setting<A>): Setting<readonly A[]> =>
  settingOf(item.schema === null ? null : { type: 'array', items: item.schema }, (written, context) => {
    if (!Array.isArray(written)) return refused(context, 'it is not a list', 'Write a list: [ … ]');
    const all = written.map((one, index) => item.validate(one, t.appendContext(context, `${index}`, item)));
    const errors = all.flatMap((read) => (E.isLeft(read) ? read.left : []));
    return errors.length > 0 ? E.left(errors) : t.success(all.flatMap((read) => (E.isRight(read) ? [read.right] : [])));
  });

/** A setting for each key, such as the code of a state. `problemOf` says what is wrong with a key. */
export const mapOf = <A>(
  setting: Setting<A>,
  problemOf: (key: string) => Refusal | undefined = () => undefined,
  remedy?: string,
): Setting<Readonly<Record<string, A>>> =>
  settingOf(
    setting.schema === null ? null : { type: 'object', additionalProperties: setting.schema },
    (written, context) => {
      if (!isRecord(written)) return notAnObject(written, context, remedy);
      return gathered(
        Object.entries(written).flatMap(([key, value]) => {
          const at = t.appendContext(context, key, setting);
          const wrong = problemOf(key);
          const read = setting.validate(value, at);
          return [
            ...(wrong === undefined ? [] : [[key, refused(at, wrong.problem, wrong.remedy)] as const]),
            [key, read] as const,
          ];
        }),
      ) as t.Validation<Readonly<Record<string, A>>>;
    },
  );

/** An object of settings. A key that is no setting is refused: a misspelled one would silently change nothing. */
export const settingsOf = <A extends object>(settings: SettingsOf<A>, remedy?: string): Setting<A> =>
  settingOf(schemaOfObject(Object.entries(settings)), (written, context) => {
    if (!isRecord(written)) return notAnObject(written, context, remedy);
    const known = Object.entries<Setting<unknown>>(settings).map(
      ([key, setting]) => [key, setting.validate(written[key], t.appendContext(context, key, setting))] as const,
    );
    const names = Object.keys(settings).join(', ');
    const unknown = Object.keys(written)
      .filter((key) => !Object.hasOwn(settings, key))
      .map((key) => {
        const remedy = `Check its spelling, or remove it; the settings are ${names}`;
        return [
          key,
          refused(t.appendContext(context, key, t.unknown), 'there is no setting of this name', remedy),
        ] as const;
      });
    return gathered([...known, ...unknown]) as t.Validation<A>;
  });

export type SettingsOf<A> = {
  readonly [Key in keyof A]-?: Setting<object extends Pick<A, Key> ? A[Key] | undefined : A[Key]>;
};

/** What is wrong with a value that had to be text. */
export const textProblem = (written: unknown, otherwise: string): string => {
  if (written === undefined) return 'it is missing';
  return typeof written === 'string' ? 'it is empty' : otherwise;
};

/**
 * The names of the settings that a file or code sets, such as `service.baseUrl`, without any value. `*` stands for a name that a
 * person chose, such as that of a storefront. Settings that the schema does not know are left out, because their names may be
 * anything.
 */
export const settingNames = (schema: JsonSchema | null, written: unknown): readonly string[] => {
  const named = (within: readonly JsonSchema[], value: unknown, path: string): readonly string[] => {
    if (!isRecord(value) || within.length === 0) return [path];
    return Object.entries(value).flatMap(([key, inner]) => {
      if (inner === undefined) return [];
      const known = within.flatMap(({ properties }) => properties?.[key] ?? []);
      const chosen = within.flatMap(({ additionalProperties }) =>
        typeof additionalProperties === 'object' ? additionalProperties : [],
      );
      if (known.length + chosen.length === 0) return [];
      const below = `${path === '' ? '' : `${path}.`}${known.length > 0 ? key : '*'}`;
      return named([...known, ...chosen].flatMap(objectsOf), inner, below);
    });
  };
  return [...new Set(named(schema === null ? [] : objectsOf(schema), written, ''))].sort();
};

const withKeywords = (schema: JsonSchema | null, keywords: JsonSchema): JsonSchema | null =>
  schema === null ? null : { ...schema, ...keywords };

const notAnObject = (
  written: unknown,
  context: t.Context,
  remedy = `Write "${context.at(-1)?.key}": { … }`,
): E.Either<t.Errors, never> =>
  refused(context, written === undefined ? 'it is missing' : 'it is not an object', remedy);

const gathered = (
  all: readonly (readonly [key: string, read: t.Validation<unknown>])[],
): t.Validation<Readonly<Record<string, unknown>>> => {
  const errors = all.flatMap(([, read]) => (E.isLeft(read) ? read.left : []));
  if (errors.length > 0) return E.left(errors);
  return t.success(
    Object.fromEntries(
      all.flatMap(([key, read]) => (E.isRight(read) && read.right !== undefined ? [[key, read.right]] : [])),
    ),
  );
};

/** Null if one that is needed can only be code. */
const schemaOfObject = (settings: readonly (readonly [string, Setting<unknown>])[]): JsonSchema | null => {
  if (settings.some(([, { schema, mayBeLeftOut }]) => schema === null && !mayBeLeftOut)) return null;
  const required = settings.flatMap(([key, { mayBeLeftOut }]) => (mayBeLeftOut ? [] : [key]));
  return {
    type: 'object',
    properties: Object.fromEntries(settings.flatMap(([key, { schema }]) => (schema === null ? [] : [[key, schema]]))),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
};

/** The alternatives of a schema that are objects. */
const objectsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  (schema.anyOf ?? [schema]).filter(({ type }) => type === 'object');
