import type { Policy } from '../../../src/mapping/policy.ts';

/** What every mapping of a Stripe object needs to know besides the object. */
export interface StripeContext {
  /** Whose sales these are: `acct_…`. */
  readonly account: string;
  /** Mode of the key that reads. Objects of the other mode are never told. */
  readonly mode: 'live' | 'test';
  readonly policy: Policy;
  /** When it is read, in milliseconds since 1970. */
  readonly now: number;
}
