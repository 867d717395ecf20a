import type { Address } from '../domain/transaction.ts';

/** States that levy no sales tax, neither their own nor that of their towns. Alaska is not one: its towns levy theirs. */
const untaxedStates: ReadonlySet<string> = new Set(['DE', 'MT', 'NH', 'OR']);

/** Whether a sale to this place would usually bear sales tax: a US state or district that levies one. */
export const isTaxedState = ({ country, state }: Pick<Address, 'country' | 'state'>): boolean =>
  country === 'US' && state !== null && !untaxedStates.has(state);
