/**
 * Settings as io-ts decoders, so that a configuration file, code and the `accounts` function are checked in the same way. Each says
 * what is wrong and what to write instead, and repeats no value, which may be a secret.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from './fields.ts';

export type Setting<A> = t.Decoder<unknown, A>;

export interface SettingProblem {
  /** Where: `policy.adjustments.refunds`. */
  readonly path: string;
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** Reads a setting under its name, or lists all that is wrong with it. Without a name, paths begin with those below it. */
export const readSetting =
  (name: string) =>
  <A>(setting: Setting<A>, written: unknown): E.Either<readonly SettingProblem[], A> =>
    E.mapLeft((errors: t.Errors) =>
      errors.map(({ context, message = '' }) => {
        const [problem = '', remedy = ''] = message.split('\n');
        const path = context.flatMap(({ key }) => (key === '' ? [] : [key])).join('.');
        return { path, problem, remedy };
      }),
    )(setting.validate(written, [{ key: name, type: setting }]));

export type Refusal = Omit<SettingProblem, 'path'>;

/** A setting that is read by a function, for what the others cannot say. */
export const settingOf = <A>(validate: t.Validate<unknown, A>): Setting<A> => ({
  name: 'setting',
  validate,
  decode: (written) => validate(written, []),
});

/** The failure of a setting. The value is left out. */
export const refused = (context: t.Context, problem: string, remedy: string): E.Either<t.Errors, never> =>
  t.failure(undefined, context, `${problem}\n${remedy}`);

export const describeProblems = (problems: readonly SettingProblem[]): readonly string[] =>
  problems.map(({ path, problem, remedy }) => `${path}: ${problem}. ${remedy}`);

/** All that is wrong with the options of a function. */
export const problemsOf = (setting: Setting<unknown>, options: unknown): readonly string[] => {
  const read = readSetting('')(setting, options);
  return E.isRight(read) ? [] : describeProblems(read.left);
};

/** A setting that another module checks. */
export const checkedElsewhere: Setting<never> = settingOf<never>((written) => t.success(written as never));

export const withDefault = <A>(setting: Setting<A>, value: NoInfer<A> | Empty): Setting<A> =>
  settingOf((written, context) => setting.validate(written === undefined ? value : written, context));

/** An object without settings: each of them has its default. */
type Empty = Readonly<Record<string, never>>;

/** A setting that may be left out; null leaves it out as well, unless it is a value of the setting. */
export const optional = <A>(setting: Setting<A>): Setting<A | undefined> =>
  settingOf<A | undefined>((written, context) => {
    if (written === undefined) return t.success(undefined);
    const read = setting.validate(written, context);
    return written === null && E.isLeft(read) ? t.success(undefined) : read;
  });

export const orNull = <A>(setting: Setting<A>): Setting<A | null> =>
  settingOf((written, context) =>
    written === null
      ? t.success(null)
      : E.mapLeft((errors: t.Errors) => errors.map((error) => ({ ...error, message: `${error.message}, or null` })))(
          setting.validate(written, context),
        ),
  );

/** @param problemOf what is wrong with a text; undefined when nothing is */
export const textSetting = (
  remedy: string,
  problemOf: (text: string) => string | undefined = () => undefined,
): Setting<string> =>
  settingOf((written, context) => {
    const text = typeof written === 'string' ? written.trim() : undefined;
    const problem = text === undefined || text === '' ? textProblem(written) : problemOf(text);
    return text === undefined || problem !== undefined ? refused(context, problem ?? '', remedy) : t.success(text);
  });

export const oneOf = <const A extends string>(...choices: readonly A[]): Setting<A> =>
  settingOf((written, context) => {
    const chosen = choices.find((choice) => choice === written);
    const remedy = `Write ${choices.map((choice) => `"${choice}"`).join(' or ')}`;
    return chosen === undefined ? refused(context, 'it is not one of the allowed values', remedy) : t.success(chosen);
  });

export const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }): Setting<number> =>
  settingOf((written, context) =>
    typeof written === 'number' && Number.isInteger(written) && written >= least && written <= most
      ? t.success(written)
      : refused(
          context,
          'it is not a number in the allowed range',
          `Write a whole number from ${least} to ${most}, without quotes`,
        ),
  );

export const yesNo: Setting<boolean> = settingOf((written, context) =>
  typeof written === 'boolean'
    ? t.success(written)
    : refused(context, 'it is neither true nor false', 'Write true or false, without quotes'),
);

export const texts: Setting<readonly string[]> = settingOf((written, context) =>
  Array.isArray(written) && written.every((item) => typeof item === 'string')
    ? t.success(written)
    : refused(context, 'it is not a list of strings', 'Write a list such as ["wholesale", "reseller"]'),
);

export const tableOfTexts: Setting<Readonly<Record<string, string>>> = settingOf((written, context) =>
  isRecord(written) && Object.values(written).every((value) => typeof value === 'string')
    ? t.success(written as Readonly<Record<string, string>>)
    : refused(context, 'it is not an object whose values are strings', 'Write an object such as { "key": "value" }'),
);

/** A setting for each key, such as the code of a state. `problemOf` says what is wrong with a key. */
export const mapOf = <A>(
  setting: Setting<A>,
  problemOf: (key: string) => Refusal | undefined,
  remedy?: string,
): Setting<Readonly<Record<string, A>>> =>
  settingOf((written, context) => {
    if (!isRecord(written)) return notAnObject(context, remedy);
    return gathered(
      Object.entries(written).map(([key, value]) => {
        const at = t.appendContext(context, key, setting);
        const wrong = problemOf(key);
        return [key, wrong === undefined ? setting.validate(value, at) : refused(at, wrong.problem, wrong.remedy)];
      }),
    ) as t.Validation<Readonly<Record<string, A>>>;
  });

/** An object of settings. A key that is no setting is refused: a misspelled one would silently change nothing. */
export const settingsOf = <A extends object>(settings: SettingsOf<A>, remedy?: string): Setting<A> =>
  settingOf((written, context) => {
    if (!isRecord(written)) return notAnObject(context, remedy);
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

type SettingsOf<A> = {
  readonly [Key in keyof A]-?: Setting<object extends Pick<A, Key> ? A[Key] | undefined : A[Key]>;
};

const notAnObject = (context: t.Context, remedy = `Write "${context.at(-1)?.key}": { … }`): E.Either<t.Errors, never> =>
  refused(context, 'it is not an object', remedy);

const textProblem = (written: unknown): string => {
  if (written === undefined) return 'it is missing';
  return typeof written === 'string' ? 'it is empty' : 'it is not a string';
};

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
