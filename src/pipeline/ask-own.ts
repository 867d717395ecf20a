import type { ServiceFacts, StoredTransaction } from '../domain/tax-service.ts';
import { textKey } from '../mapping/comparison.ts';
import { type AskPorts, askService, type ServiceAnswer } from './rate-limit/ask-service.ts';

/** What is known of the service's names. */
export type KnownNames = Pick<ServiceFacts, 'names'> | null;

const keyOf = (text: string): string => textKey(text).replaceAll('-', '');

/** The longest number or word with a number in the record's id: what is left of a name that a service changed. */
const recordIn = (id: string): string =>
  textKey(id.slice(id.lastIndexOf(':') + 1))
    .split('-')
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/**
 * Whether an answer shows the transaction of another one: where a backup was restored, the service may give out the same ids again.
 * What shows no name, or has our id, is ours.
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
 * Asks for a transaction of ours by the service's id, or by ours. What it shows is of another one only where the service is known to keep
 * names: one that writes its own would seem to have lost everything.
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
