/**
 * The questions of `tax-nexus init`: each answer is checked at the service or the platform at once, and secrets are not shown.
 */
import * as E from 'fp-ts/lib/Either.js';
import {
  type ConfigurationProblem,
  describeComplaint,
  storefrontNameComplaint,
} from '../app/configuration/complaint.ts';
import { serviceSettings } from '../app/configuration/service-settings.ts';
import { storefrontSetting } from '../app/configuration/storefront-settings.ts';
import { readSetting } from '../domain/setting.ts';
import { checkKey } from '../app/own-ports.ts';
import { checkStorefront } from '../app/load-connector.ts';
import type { CliIo } from './cli-io.ts';
import type { WrittenConfiguration, WrittenStorefront } from './config-text.ts';
import type { AskOptions, Prompter } from './prompter.ts';

/** The answers of the person. */
export interface Answers extends WrittenConfiguration {
  /** The secrets that were typed, by their variables. */
  readonly typed: Readonly<Record<string, string>>;
}

/** Answers from the command line's options; their questions are not asked. */
export interface Given {
  readonly service?: string;
  readonly connector?: 'shopify' | 'stripe';
  readonly shop?: string;
  readonly timeZone?: string;
  readonly name?: string;
  readonly apiOrigin?: string;
}

/** The default name of a shop in reports: `acme` for `acme.myshopify.com`. */
export const nameOfShop = (shop: string): string => /^[a-z0-9-]+(?=\.myshopify\.com$)/.exec(shop)?.[0] ?? 'us-store';

type Env = CliIo['env'];

/** Why the service cannot be used with this address and the key of the environment; null when it answered. */
export const serviceProblem = async (baseUrl: string, env: Env): Promise<string | null> => {
  const service = { baseUrl, apiKey: { env: 'TAX_NEXUS_API_KEY' } };
  const read = readService(service, env);
  if (E.isLeft(read)) return read.left.map(describeComplaint).join('\n');
  const { apiKey, ...address } = read.right;
  if (apiKey === null) return null;
  const { level, message } = await checkKey({ ...address, apiKey }, 'answer again')();
  return level === 'fine' ? null : message;
};

/** The answer of a storefront's platform. Left: why it cannot be read. */
export const storefrontSays = async (
  { name, ...written }: WrittenStorefront,
  env: Env,
): Promise<E.Either<string, readonly string[]>> => {
  const { credentials = {}, ...settings } = { credentials: undefined, ...written };
  const misnamed = nameProblem(name);
  if (misnamed !== null) return E.left(misnamed);
  const read = readStorefront(`storefronts.${name}`, { ...settings, ...credentials }, env);
  if (E.isLeft(read)) return E.left(read.left.map(describeComplaint).join('\n'));
  const readiness = await checkStorefront(read.right);
  if (E.isLeft(readiness)) return E.left(readiness.left.message);
  const { account, findings } = readiness.right;
  const stopping = findings.filter(({ level }) => level === 'stops');
  if (stopping.length > 0) return E.left(stopping.map(({ subject, message }) => `${subject}: ${message}`).join('\n'));
  const todo = findings.filter(({ level }) => level === 'warns');
  return E.right([
    `Found ${account.name}; its days are counted in ${account.timeZone}.`,
    ...todo.map(({ subject, message }) => `To do: ${subject}: ${message}`),
  ]);
};

type ShopifyWritten = Extract<WrittenStorefront, { readonly connector: 'shopify' }>;
type StripeWritten = Extract<WrittenStorefront, { readonly connector: 'stripe' }>;

/**
 * Secrets are taken from the environment if they are set there.
 *
 * @throws Ended when the person ended the questions
 */
export const askAll = async (
  { env, err }: Pick<CliIo, 'env' | 'err'>,
  prompter: Prompter,
  given: Given,
): Promise<Answers> => {
  const typed: Record<string, string> = {};
  const merged = (): Env => ({ ...env, ...typed });
  const ask = (
    question: string,
    fallback: string | undefined,
    problemOf: NonNullable<AskOptions['problemOf']>,
  ): Promise<string> => prompter.ask(question, { fallback, problemOf });
  const secret = async (name: string, what: string): Promise<{ readonly env: string }> => {
    if ((env[name] ?? '').trim() !== '') err(`${what}: the variable ${name} is set.\n`);
    else typed[name] = await prompter.askSecret(`${what} (not shown; for the variable ${name})`);
    return { env: name };
  };
  /** The environment has precedence, so a refused value must be corrected there. */
  const forget = (...names: readonly string[]): void => {
    const fixed = names.filter((name) => !(name in typed) && (env[name] ?? '') !== '');
    if (fixed.length > 0) err(`Correct ${fixed.join(' and ')} in the environment if that is the cause.\n`);
    for (const name of names) Reflect.deleteProperty(typed, name);
  };
  const askService = async (): Promise<string> => {
    let known = env['TAX_NEXUS_URL'];
    // After a refusal, a person pastes the next key at once, so the next question must not be one that shows its answer.
    let isRetry = false;
    for (let wanted = given.service; ; wanted = undefined) {
      const askKey = () => secret('TAX_NEXUS_API_KEY', 'Its API key');
      if (isRetry) await askKey();
      const baseUrl = wanted ?? (await ask('Address of the Tax Nexus Service', known, addressProblem));
      known = baseUrl;
      if (!isRetry) await askKey();
      const problem = await serviceProblem(baseUrl, merged());
      if (problem === null) {
        err('The service accepts the key.\n\n');
        return baseUrl;
      }
      err(`${problem}\n`);
      forget('TAX_NEXUS_API_KEY');
      isRetry = true;
    }
  };
  const originOf = ({ apiOrigin }: Given): { readonly apiOrigin?: string } =>
    apiOrigin === undefined ? {} : { apiOrigin };
  const askName = (fallback: string): Promise<string> =>
    ask('Name of this storefront in reports', fallback, nameProblem);
  const askCredentials = async (hasClient: boolean): Promise<ShopifyWritten['credentials']> =>
    hasClient
      ? {
          clientId: await secret('SHOPIFY_CLIENT_ID', "The app's client id"),
          clientSecret: await secret('SHOPIFY_CLIENT_SECRET', "The app's client secret"),
        }
      : { accessToken: await secret('SHOPIFY_TOKEN', 'Admin API access token (shpat_…)') };
  const hasClient = async (): Promise<boolean> =>
    env['SHOPIFY_TOKEN'] === undefined &&
    prompter.confirm('Is it an app of the Dev Dashboard, with a client id and secret?', false);
  const askShop = async (wanted: Given, before?: ShopifyWritten): Promise<ShopifyWritten> => {
    const again = before === undefined ? null : await askCredentials('clientId' in before.credentials);
    const shop =
      wanted.shop ?? (await ask('Domain of the shop, such as acme.myshopify.com', before?.shop, shopProblem));
    const name = wanted.name ?? (await askName(before?.name ?? nameOfShop(shop)));
    const credentials = again ?? (await askCredentials(await hasClient()));
    return { name, connector: 'shopify', shop, credentials, ...originOf(wanted) };
  };
  const askStripe = async (wanted: Given, before?: StripeWritten): Promise<StripeWritten> => {
    const secretKey = await secret('STRIPE_KEY', 'Restricted key (rk_live_…)');
    const zone = before?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const timeZone = wanted.timeZone ?? (await ask("Time zone of the account's days", zone, zoneProblem));
    const name = wanted.name ?? (await askName(before?.name ?? 'billing'));
    return { name, connector: 'stripe', secretKey, timeZone, ...originOf(wanted) };
  };
  const askStorefront = async (first: Given): Promise<WrittenStorefront> => {
    const platform = first.connector ?? (await prompter.choose('Where do you sell?', ['shopify', 'stripe']));
    let before: WrittenStorefront | undefined;
    for (let wanted = first; ; wanted = originOf(first)) {
      const storefront: WrittenStorefront =
        platform === 'stripe'
          ? await askStripe(wanted, before?.connector === 'stripe' ? before : undefined)
          : await askShop(wanted, before?.connector === 'shopify' ? before : undefined);
      before = storefront;
      const says = await storefrontSays(storefront, merged());
      if (E.isRight(says)) {
        err(`${says.right.join('\n')}\n\n`);
        return storefront;
      }
      err(`${says.left}\n`);
      forget('SHOPIFY_TOKEN', 'SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET', 'STRIPE_KEY');
    }
  };

  const baseUrl = await askService();
  const storefronts = [await askStorefront(given)];
  // Only one storefront of each platform: a second one needs other variables, which a person names better than a wizard.
  const [first] = storefronts;
  const other = first?.connector === 'stripe' ? 'shopify' : 'stripe';
  if (await prompter.confirm(`Do you sell on ${other} as well?`, false))
    storefronts.push(await askStorefront({ connector: other }));
  return { baseUrl, storefronts, typed };
};

/** Reads a part of the configuration as the file is read. */
const readService = (service: object, env: Env) => readSetting('service')(serviceSettings(env, true), service);

const nameProblem = (name: string): string | null => {
  const complaint = storefrontNameComplaint('its name', name);
  return complaint === undefined ? null : describeComplaint(complaint);
};

const readStorefront = (path: string, storefront: object, env: Env) =>
  readSetting(path)(storefrontSetting({ env, accounts: [], serviceHasKey: true }), storefront);

const addressProblem = (baseUrl: string): string | null =>
  problemAt(readService({ baseUrl, apiKey: 'not asked yet' }, {}), 'service.baseUrl');

/** What is wrong with one setting, regardless of the others; null when nothing is. */
const problemAt = (read: E.Either<readonly ConfigurationProblem[], unknown>, setting: string): string | null => {
  const problems = E.isLeft(read) ? read.left.filter(({ path }) => path === setting) : [];
  return problems.length === 0 ? null : problems.map(describeComplaint).join('\n');
};

const shopProblem = (shop: string): string | null =>
  problemAt(readStorefront('storefront', { connector: 'shopify', shop }, {}), 'storefront.shop');

const zoneProblem = (timeZone: string): string | null =>
  problemAt(readStorefront('storefront', { connector: 'stripe', timeZone }, {}), 'storefront.timeZone');
