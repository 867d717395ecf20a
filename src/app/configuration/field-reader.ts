/** Reads the fields of a configuration and collects every complaint, so that a person sees all mistakes at once. */
import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../domain/fields.ts';
import { type Secret, secret } from '../../domain/secret.ts';
import { readSetting, type Setting } from '../../domain/setting.ts';
import { secretProblem, type SecretPlace } from '../../domain/recognized-secret.ts';
import type { ConfigurationProblem } from './complaint.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the fields of one object. After a mistake, reading continues with an empty value. */
export interface FieldReader {
  readonly text: (key: string, remedy: string) => string;
  readonly optionalText: (key: string, remedy: string) => string | null;
  readonly choice: <A extends string>(key: string, choices: readonly A[], fallback: A) => A;
  readonly wholeNumber: (key: string, bounds: { readonly least: number; readonly most: number }) => number | null;
  readonly texts: (key: string) => readonly string[];
  readonly table: (key: string) => Readonly<Record<string, string>>;
  /** With a place, a value that evidently belongs to another setting is a complaint: see `secretProblem`. */
  readonly secret: (key: string, remedy: string, place?: SecretPlace) => Secret;
  readonly optionalSecret: (key: string, remedy: string) => Secret | null;
  readonly secrets: (key: string, remedy: string, place?: SecretPlace) => readonly Secret[];
  /**
   * A reader of the object under a key. A missing object that is needed is a complaint; then the reader is of an empty object.
   */
  readonly object: (key: string, isNeeded: boolean) => FieldReader;
  readonly has: (key: string) => boolean;
  /** Reads a setting with its own check; `fallback` after a complaint. */
  readonly setting: <A>(key: string, setting: Setting<A>, fallback: A) => A;
  readonly keys: () => readonly string[];
  readonly raw: (key: string) => unknown;
  readonly complain: (key: string, problem: string, remedy: string) => void;
  /** Complains about every key that nothing has read. */
  readonly refuseOthers: () => void;
}

const secretRemedy = 'Write { "env": "NAME" } to take it from the environment variable NAME, or write the value itself';

/** What is wrong with a value that had to hold text. */
const textProblem = (value: unknown, otherwise: string): string => {
  if (value === undefined) return 'it is missing';
  return typeof value === 'string' ? 'it is empty' : otherwise;
};

/** @param env the process's environment variables, which `{ "env": "NAME" }` refers to */
export const fieldReader = (
  fields: Fields,
  at: string,
  env: Readonly<Record<string, string | undefined>>,
  complaints: ConfigurationProblem[],
): FieldReader => {
  const seen = new Set<string>();
  const pathOf = (key: string): string => (at === '' ? key : `${at}.${key}`);
  const complain = (key: string, problem: string, remedy: string): void => {
    complaints.push({ path: pathOf(key), problem, remedy });
  };
  const take = (key: string): unknown => {
    seen.add(key);
    return fields[key];
  };
  const checked = (key: string, value: string, remedy: string, place?: SecretPlace): Secret => {
    const problem = place === undefined ? undefined : secretProblem(value, place);
    if (problem !== undefined) complain(key, problem, remedy);
    return secret(value.trim());
  };
  const readSecret = (key: string, value: unknown, remedy: string, place?: SecretPlace): Secret | null => {
    if (typeof value === 'string' && value.trim() !== '') return checked(key, value, remedy, place);
    const name = isRecord(value) ? value['env'] : undefined;
    if (typeof name !== 'string') {
      complain(key, textProblem(value, 'it is neither a string nor { "env": "NAME" }'), `${remedy}. ${secretRemedy}`);
      return null;
    }
    const found = env[name];
    if (found !== undefined && found.trim() !== '') return checked(key, found, remedy, place);
    complain(key, `the environment variable ${name} is not set`, `Set ${name}. ${remedy}`);
    return null;
  };
  const text = (key: string, remedy: string): string => {
    const value = take(key);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    complain(key, textProblem(value, 'it is not a string'), remedy);
    return '';
  };
  return {
    text,
    optionalText: (key, remedy) => (take(key) === undefined || fields[key] === null ? null : text(key, remedy)),
    choice: (key, choices, fallback) => {
      const value = take(key);
      if (value === undefined) return fallback;
      const chosen = choices.find((choice) => choice === value);
      if (chosen === undefined) {
        complain(
          key,
          'it is not one of the allowed values',
          `Write ${choices.map((choice) => `"${choice}"`).join(' or ')}`,
        );
      }
      return chosen ?? fallback;
    },
    wholeNumber: (key, { least, most }) => {
      const value = take(key);
      if (value === undefined || value === null) return null;
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
      complain(
        key,
        'it is not a number in the allowed range',
        `Write a whole number from ${least} to ${most}, without quotes`,
      );
      return null;
    },
    texts: (key) => {
      const value = take(key);
      if (value === undefined) return [];
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      complain(key, 'it is not a list of strings', 'Write a list such as ["wholesale", "reseller"]');
      return [];
    },
    table: (key) => {
      const value = take(key);
      if (value === undefined) return {};
      const entries = isRecord(value) ? Object.entries(value) : [];
      const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      if (!isRecord(value) || texts.length < entries.length) {
        complain(key, 'it is not an object whose values are strings', 'Write an object such as { "key": "value" }');
      }
      return Object.fromEntries(texts);
    },
    secret: (key, remedy, place) => readSecret(key, take(key), remedy, place) ?? secret(''),
    optionalSecret: (key, remedy) => (take(key) === undefined ? null : readSecret(key, fields[key], remedy)),
    secrets: (key, remedy, place) => {
      const value = take(key);
      if (value === undefined) return [];
      const items: readonly unknown[] = Array.isArray(value) ? value : [value];
      return items.flatMap((item, index) => readSecret(`${key}.${index}`, item, remedy, place) ?? []);
    },
    object: (key, isNeeded) => {
      const value = take(key);
      if (!isRecord(value) && (isNeeded || value !== undefined)) {
        complain(key, value === undefined ? 'it is missing' : 'it is not an object', `Write "${key}": { … }`);
      }
      return fieldReader(isRecord(value) ? value : {}, pathOf(key), env, complaints);
    },
    has: (key) => fields[key] !== undefined,
    setting: (key, setting, fallback) => {
      const read = readSetting(key)(setting, take(key));
      if (E.isRight(read)) return read.right;
      for (const { path, problem, remedy } of read.left) complain(path, problem, remedy);
      return fallback;
    },
    keys: () => Object.keys(fields),
    raw: take,
    complain,
    refuseOthers: () => {
      for (const key of Object.keys(fields)) {
        if (!seen.has(key)) complain(key, 'there is no setting of this name', 'Check its spelling, or remove it');
      }
    },
  };
};
