/** Settings that hold secrets or web addresses, which secrets travel to. No message repeats a value. */
import * as t from 'io-ts';
import { isRecord, isThisMachine } from './fields.ts';
import { secretProblem, type SecretPlace } from './recognized-secret.ts';
import { type Secret, secret, webhookSecret } from './secret.ts';
import {
  anyOf,
  listOf,
  mapped,
  orElse,
  type Refusal,
  refused,
  type Setting,
  settingOf,
  textProblem,
  textSetting,
} from './setting.ts';

/** The process's environment variables, which `{ "env": "NAME" }` refers to. */
export type Env = Readonly<Record<string, string | undefined>>;

const inText = { type: 'string', minLength: 1 } as const;
const inVariable = {
  type: 'object',
  properties: { env: inText },
  required: ['env'],
  additionalProperties: false,
} as const;

/**
 * The secret itself, or `{ "env": "NAME" }`.
 *
 * @param problemOf what is wrong with its text; undefined when nothing is
 */
export const secretSetting = (
  env: Env,
  remedy: string,
  problemOf: (text: string) => string | Refusal | undefined = () => undefined,
): Setting<Secret> => {
  const text = mapped(textSetting(remedy, problemOf), secret);
  return settingOf(anyOf(inText, inVariable), (written, context) => {
    if (typeof written === 'string' && written.trim() !== '') return text.validate(written, context);
    const how = 'Write { "env": "NAME" } to take it from the environment variable NAME, or write the value itself';
    const name = isRecord(written) ? written['env'] : undefined;
    if (typeof name !== 'string') {
      const problem = textProblem(written, 'it is neither a string nor { "env": "NAME" }');
      return refused(context, problem, `${remedy}. ${how}`);
    }
    // A secret may stand where the name of its variable should.
    if (!/^[A-Za-z_]\w*$/.test(name) || secretProblem(name, 'service key') !== undefined) {
      return refused(context, 'it does not name an environment variable', `${remedy}. ${how}`);
    }
    const found = env[name];
    return found !== undefined && found.trim() !== ''
      ? text.validate(found, context)
      : refused(context, `the environment variable ${name} is not set`, `Set ${name}. ${remedy}`);
  });
};

/** A value that evidently belongs to another setting is refused. */
export const secretOf = (env: Env, place: SecretPlace, remedy: string): Setting<Secret> =>
  secretSetting(env, remedy, (text) => secretProblem(text, place));

/** Secrets that webhooks are verified with: one, or several while one replaces another; none when it is left out. */
export const webhookSecretsOf = (env: Env, place: SecretPlace, remedy: string): Setting<readonly Secret[]> => {
  const one = mapped(orFunction<Secret, () => string>(secretOf(env, place, remedy)), (given) =>
    typeof given === 'function' ? webhookSecret(given) : given,
  );
  const several = listOf(one);
  return orElse(
    settingOf(anyOf(one.schema, several.schema), (written, context) =>
      several.validate(Array.isArray(written) ? written : [written], context),
    ),
    [],
  );
};

/** In code, a function may stand in place of the value. */
export const orFunction = <A, F extends (...given: never[]) => unknown>(setting: Setting<A>): Setting<A | F> =>
  settingOf<A | F>(
    setting.schema,
    (written, context) =>
      typeof written === 'function' ? t.success(written as F) : setting.validate(written, context),
    setting.mayBeLeftOut,
  );

/** Why keys must not travel to this address; undefined for https, and for plain http to this very machine. */
export const unsafeProblem = ({ protocol, hostname }: URL): Refusal | undefined =>
  protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
    ? undefined
    : {
        problem: 'it does not begin with https://',
        remedy: 'Write https://…; plain http is allowed for 127.0.0.1 and localhost only',
      };

export const parseAddress = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * A web address without query; read without its trailing slash.
 *
 * @param problemOf what else is wrong with it; undefined when nothing is
 */
export const addressSetting = (
  remedy: string,
  problemOf: (url: URL) => string | undefined = () => undefined,
): Setting<string> =>
  mapped(
    textSetting(remedy, (text) => {
      const url = parseAddress(text);
      if (url !== null && `${url.search}${url.hash}${url.username}` === '') return unsafeProblem(url) ?? problemOf(url);
      const plain = 'Write one such as https://api.example.com, without user name, ? and #';
      return { problem: 'it is not a plain web address', remedy: plain };
    }),
    (text) => new URL(text).toString().replace(/\/+$/, ''),
  );
