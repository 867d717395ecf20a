import type { Exclusion } from '../domain/exclusion.ts';
import type { Policy } from './policy.ts';

const settings: Readonly<Partial<Record<Exclusion['reason'], Partial<Policy>>>> = {
  'partially paid': { partiallyPaid: 'send' },
  'tax still estimated': { estimatedTax: 'send' },
  'zero total held': { zeroTotals: 'send' },
  'marketplace sale held': { marketplaceSales: 'send' },
};

/** The policy under which a record that is held for this reason would be sent; undefined when no setting holds it. Pure. */
export const policyToSend = (policy: Policy, { _tag, reason }: Exclusion): Policy | undefined => {
  const setting = _tag === 'Held' ? settings[reason] : undefined;
  return setting === undefined ? undefined : { ...policy, ...setting };
};
