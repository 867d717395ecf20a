/**
 * Recognizes a secret that was pasted in the wrong place or not as a whole, so that a setup fails with a clear message and
 * not with a 401.
 */

/** A setting that holds a secret. */
export type SecretPlace =
  | 'Stripe key'
  | 'Stripe webhook secret'
  | 'Shopify token'
  | 'Shopify app secret'
  | 'service key';

interface Known {
  readonly shape: RegExp;
  readonly name: string;
  /** Null: it belongs in none of our settings. */
  readonly place: SecretPlace | null;
}

/**
 * What platforms hand out, by the prefix that they document. Other values pass, because older tokens have no prefix and new
 * prefixes appear; only signing secrets of Stripe must have theirs, which they always had.
 *
 * Sources: docs.stripe.com/keys, docs.stripe.com/webhooks; shopify.dev changelog, "Length of the Shopify access token is
 * increasing".
 */
const known: readonly Known[] = [
  { shape: /^pk_(?:live|test)_/, name: 'a publishable key of Stripe', place: null },
  { shape: /^(?:[rs]k_(?:live|test)|sk_org)_/, name: 'an API key of Stripe', place: 'Stripe key' },
  { shape: /^whsec_/, name: 'the signing secret of a Stripe webhook endpoint', place: 'Stripe webhook secret' },
  { shape: /^we_\w/, name: 'the id of a Stripe webhook endpoint', place: null },
  { shape: /^acct_\w/, name: 'the id of a Stripe account', place: null },
  { shape: /^shp(?:at|ca|pa|ua)_/, name: 'an access token of Shopify', place: 'Shopify token' },
  { shape: /^shpss_/, name: 'the client secret of a Shopify app', place: 'Shopify app secret' },
  { shape: /^shprt_/, name: 'a refresh token of Shopify', place: null },
  { shape: /^https?:\/\//i, name: 'a web address', place: null },
];

/**
 * A variable that no shell replaced. Without braces, `$NAME` counts only in capitals and with digits after an underscore,
 * because a key may begin with `$` as well.
 */
const variable = /^(?:\$\{[A-Za-z_]\w*\}|\$_?[A-Z]+(?:_[A-Z0-9]+)*|process\.env\.[A-Za-z_]\w*)$/;

/**
 * What is evidently wrong with a pasted secret; undefined when it may be right. Never repeats the value.
 *
 * @example
 * secretProblem('pk_live_1', 'Stripe key') // "it is a publishable key of Stripe"
 */
export const secretProblem = (value: string, place: SecretPlace): string | undefined => {
  const text = value.trim();
  if (/^(["'`]).*\1$/s.test(text)) return 'it has quotation marks around it';
  if (/^bearer\s/i.test(text)) return 'it begins with "Bearer"';
  if (variable.test(text)) {
    return 'it is the name of an environment variable, which a configuration in JSON writes as { "env": "NAME" }';
  }
  if (/\.{3}|…|\*{3}/.test(text)) return 'it is a shortened form, as dashboards show it';
  if (/\s/.test(text)) return 'it has a space or a line break within it';
  const found = known.find(({ shape }) => shape.test(text));
  if (found === undefined && place === 'Stripe webhook secret') {
    return 'it is no signing secret of a Stripe webhook endpoint, which begins with whsec_';
  }
  return found === undefined || found.place === place ? undefined : `it is ${found.name}`;
};

/** Whether a key of Stripe reads test data. */
export const isTestKey = (key: string): boolean => /^[a-z]+(?:_org)?_test_/.test(key);
