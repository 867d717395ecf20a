/**
 * Looks up one of our transactions at the service, and rejects an answer about another one, as after a restored backup that
 * reuses ids.
 */
import type { ServiceFacts, StoredTransaction } from '../domain/tax-service.ts';
import { textKey } from '../mapping/comparison.ts';
import { type AskPorts, askService, type ServiceAnswer } from './rate-limit/ask-service.ts';

/** Whether the service keeps names, as far as that is known. */
export type KnownNames = Pick<ServiceFacts, 'names'> | null;

/**
 * Whether an answer shows another transaction: after a restored backup, the service may assign the same ids again. A
 * transaction without a name, or with our id, is ours.
 */
export const isOfAnother = (
  stored: StoredTransaction,
  { id, name }: { readonly id: string; readonly name: string },
): boolean => {
  if (stored.name == null || stored.name === '' || name === '' || stored.id.toLowerCase() === id.toLowerCase())
    return false;
  const [own, theirs] = [keyOf(name), keyOf(stored.name)];
  return theirs !== '' && !own.startsWith(theirs) && !theirs.includes(own) && !theirs.includes(recordIn(id));
};

/**
 * Asks for one of our transactions by the service's id, otherwise by ours. The answer can be about another one only if the
 * service is known to keep names: a service with its own names would seem to have lost everything.
 */
export const askOwn =
  (ports: AskPorts, facts: KnownNames) =>
  async (wanted: {
    readonly id: string;
    readonly name: string;
    readonly remoteId: string | null;
  }): Promise<ServiceAnswer> => {
    const answer = await askService(ports)(wanted.remoteId ?? wanted.id);
    return answer._tag === 'Found' && facts?.names === 'kept' && isOfAnother(answer.stored, wanted)
      ? { _tag: 'Absent' }
      : answer;
  };

const keyOf = (text: string): string => textKey(text).replaceAll('-', '');

/** The longest part of the record's id, which a changed name most likely still contains. */
const recordIn = (id: string): string =>
  textKey(id.slice(id.lastIndexOf(':') + 1))
    .split('-')
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
