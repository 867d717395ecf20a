import { remedies, type Remedy } from './remedies.ts';

const nothing: Remedy = { todo: '' };

/** What can be done about a reason or a finding; nothing to say about what needs nobody. */
export const remedyOf = (what: string): Remedy =>
  Object.entries(remedies).find(([known]) => known === what)?.[1] ?? nothing;
