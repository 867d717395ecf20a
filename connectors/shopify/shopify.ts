/** Turns an app's options for a Shopify shop into a storefront, and finds every mistake in them without showing a secret. */
import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/fields.ts';
import { secret, webhookSecret } from '../../src/domain/secret.ts';
import { defaultPolicy, policyUnder, policyWith } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { shopifyConnector } from './connector.ts';
import type { Credential, ShopifyOptions } from './options.ts';
import type { SecretSource, ShopifyCredentials } from './settings.ts';
import { checkedElsewhere, problemsOf, settingsOf } from '../../src/domain/setting.ts';
import { settingsProblem, shopifySettings } from './settings-problem.ts';
import { secretProblem, type SecretPlace } from '../../src/domain/recognized-secret.ts';
import { sharedAddressOf } from './webhooks/receive-webhook.ts';

const sourceOf = (credential: Credential): SecretSource =>
  typeof credential === 'function' ? async () => secret(await credential()) : secret(credential);

const credentialsOf = ({ accessToken, clientId, clientSecret }: ShopifyOptions): ShopifyCredentials =>
  accessToken === undefined
    ? { clientId: clientId ?? '', clientSecret: sourceOf(clientSecret ?? '') }
    : { accessToken: typeof accessToken === 'function' ? accessToken : secret(accessToken) };

/**
 * A Shopify shop as a storefront of `createTaxNexus`. Opens no connection until it is used. Problems with the options, such as a
 * secret that is not set, are reported then as well, without their values.
 *
 * @example
 * shopify({ shop: 'acme.myshopify.com', accessToken: () => vault.read('shopify'), webhookSecrets: [appSecret] })
 */
export const shopify = (options: ShopifyOptions): StorefrontSource => {
  const { shop, ...others } = optionsOrEmpty(options);
  const given = { ...others, shop: typeof shop === 'string' ? shop.trim().toLowerCase() : '' };
  const problems = optionsProblems(given);
  const policy = E.getOrElse(() => defaultPolicy)(policyWith(given.policy ?? {}));
  const settings = {
    shop: given.shop,
    credentials: credentialsOf(given),
    webhookSecrets: (given.webhookSecrets ?? []).map((one) => webhookSecret(one ?? '')),
    apiOrigin: given.apiOrigin ?? null,
    reading: given.reading,
    policy,
  };
  return {
    policy,
    since: given.since ?? null,
    ...(given.taxAccount !== undefined && { taxAccount: given.taxAccount }),
    withDefaults: (defaults) => shopify({ ...options, policy: policyUnder(given.policy, defaults) }),
    sharedAddress: sharedAddressOf(given.shop),
    problems,
    open: (environment) => {
      if (problems.length > 0) throw new TypeError(`shopify(): ${problems.join('; ')}`);
      return shopifyConnector({ ...settings, ...environment });
    },
  };
};

const optionSettings = settingsOf<ShopifyOptions>({
  ...shopifySettings,
  shop: checkedElsewhere,
  accessToken: checkedElsewhere,
  clientId: checkedElsewhere,
  clientSecret: checkedElsewhere,
  webhookSecrets: checkedElsewhere,
  apiOrigin: checkedElsewhere,
});

const isMissing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/** Finds a mix-up of secrets that Shopify would answer with 401 only later, or that would have every webhook refused. */
const pasteProblems = (options: ShopifyOptions): readonly string[] => {
  const ofApp = ['Shopify app secret', "give the app's client secret (shpss_…)"] as const;
  const given: readonly (readonly [name: string, value: unknown, place: SecretPlace, remedy: string])[] = [
    ['accessToken', options.accessToken, 'Shopify token', 'give the Admin API access token (shpat_…)'],
    ['clientSecret', options.clientSecret, ...ofApp],
    ...(options.webhookSecrets ?? []).map((one) => ['webhookSecrets', one, ...ofApp] as const),
  ];
  const problems = given.flatMap(([name, value, place, remedy]) => {
    const problem = typeof value === 'string' ? secretProblem(value, place) : undefined;
    return problem === undefined ? [] : [`${name}: ${problem}; ${remedy}`];
  });
  return [...new Set(problems)];
};

const credentialProblems = ({ accessToken, clientId, clientSecret }: ShopifyOptions): readonly string[] => {
  const remedy = 'give accessToken, or clientId and clientSecret';
  const hasApp = clientId !== undefined || clientSecret !== undefined;
  if (accessToken !== undefined && hasApp)
    return [`both accessToken and clientId or clientSecret are set; ${remedy}, not both`];
  if (!hasApp) {
    return isMissing(accessToken)
      ? [`accessToken is ${accessToken === undefined ? 'missing' : 'empty'}; ${remedy}`]
      : [];
  }
  return [
    ...(isMissing(clientId) ? [`clientId is missing or empty; ${remedy}`] : []),
    ...(isMissing(clientSecret) ? [`clientSecret is missing or empty; ${remedy}`] : []),
  ];
};

/** Every problem with the options and its remedy, without the options' values. Empty when they are valid. */
const optionsProblems = (options: ShopifyOptions): readonly string[] => {
  const settings = settingsProblem({ shop: options.shop ?? '', apiOrigin: options.apiOrigin ?? null });
  const hasBlank = (options.webhookSecrets ?? []).some((one) => typeof one !== 'function' && isMissing(one));
  return [
    ...problemsOf(optionSettings, options),
    ...(settings === undefined ? [] : [settings]),
    ...credentialProblems(options),
    ...pasteProblems(options),
    ...(hasBlank ? ['one of webhookSecrets is empty; leave it out, or give the secret of the app'] : []),
  ];
};
