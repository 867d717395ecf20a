import { type AskError, credentialsRefused, refused, throttled, unreachable } from '../errors.ts';
import type { Extensions, GraphqlError } from './graphql-error.ts';
import { throttleWait } from './throttle-wait.ts';

/** A code or a name of a field; nobody knows what else would be in its place. */
const isWord = (text: string): boolean => /^[A-Za-z_]\w{0,59}$/.test(text);

const codeOf = ({ extensions }: GraphqlError): string => extensions?.code ?? '';

/** List positions say nothing: `orders.nodes.3.customer` and `orders.nodes.4.customer` are one field. */
const pathOf = ({ path }: GraphqlError): string =>
  (path ?? []).filter((part): part is string => typeof part === 'string' && isWord(part)).join('.') || 'the query';

const scopesIn = ({ message, extensions }: GraphqlError): readonly string[] => [
  ...new Set(`${extensions?.requiredAccess ?? ''} ${message ?? ''}`.match(/\b(?:read|write)_[a-z_]+[a-z]\b/g) ?? []),
];

const denied = (error: GraphqlError): AskError => {
  const scopes = scopesIn(error);
  const remedy =
    scopes.length > 0
      ? `grant the app the scope ${scopes.join(' or ')}`
      : 'give the app access to protected customer data, level 2 "address" included';
  return credentialsRefused(`Shopify denies access to ${pathOf(error)}; ${remedy}, then install it again`);
};

/** Answers of old have no code. */
const isThrottled = (error: GraphqlError): boolean => codeOf(error) === '' && /^throttled$/i.test(error.message ?? '');

const isDenial = (error: GraphqlError): boolean =>
  codeOf(error) === 'ACCESS_DENIED' || /not approved to access|access denied/i.test(error.message ?? '');

/**
 * What errors in an answer of status 200 mean. Data beside an error is never used: what is missing from it would be taken
 * for something that the shop does not have.
 */
export const failureOfErrors = (errors: readonly GraphqlError[], extensions: Extensions): AskError => {
  const codes = new Set(errors.map(codeOf));
  if (codes.has('THROTTLED') || errors.some(isThrottled)) return throttled(throttleWait(extensions));
  if (codes.has('MAX_COST_EXCEEDED')) return { _tag: 'QueryTooCostly' };
  if (codes.has('SHOP_INACTIVE'))
    return refused('the shop is not active; its orders can be read once it is open again');
  const known = [...codes].filter(isWord).join(' ');
  if (codes.has('INTERNAL_SERVER_ERROR') || codes.has('TIMEOUT')) return unreachable(known);
  const denial = errors.find(isDenial);
  if (denial !== undefined) return denied(denial);
  const where = [...new Set(errors.map(pathOf))].slice(0, 5).join(', ');
  return refused(`Shopify refuses the query at ${where} (${known || 'no code'}); nothing of its answer was used`);
};
