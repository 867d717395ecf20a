import * as E from 'fp-ts/lib/Either.js';
import { defaultPolicy, type Policy } from './policy.ts';

/** What a host wants otherwise than the defaults; a key that is undefined keeps its default. */
export type PolicyChoices = { readonly [Key in keyof Policy]?: Policy[Key] | undefined };

/**
 * The defaults with what a host wants otherwise. Left names the keys that no policy has: a misspelt one would change
 * nothing, silently.
 *
 * @example
 * policyWith({ refunds: 'send' }) // right({ ...defaultPolicy, refunds: 'send' })
 */
export const policyWith = (wanted: PolicyChoices): E.Either<string, Policy> => {
  const unknown = Object.keys(wanted).filter((key) => !(key in defaultPolicy));
  if (unknown.length > 0) {
    return E.left(`policy has no ${unknown.join(', ')}; its keys are ${Object.keys(defaultPolicy).join(', ')}`);
  }
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return E.right({ ...defaultPolicy, ...Object.fromEntries(given) });
};
