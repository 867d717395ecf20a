import type { Resolution } from '../../domain/inbox.ts';
import type { Resolved } from './reconciliation.ts';

/** What a person noted last about a difference, or about a change of a transaction. Pure. */
export const resolvedBy = (resolutions: readonly Resolution[]): ((id: string) => Resolved | null) => {
  const byId = new Map(resolutions.map(({ id, note, by, at }) => [id, { note, by, at }]));
  return (id) => byId.get(id) ?? null;
};
