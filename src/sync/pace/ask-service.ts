import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction } from '../../domain/tax-service.ts';
import { type AskUntilClearPorts, askUntilClear, type NoAnswer } from './ask-until-clear.ts';
import type { Lane } from './lane.ts';

/** What the service says about an id, after as many attempts as are fair. */
export type ServiceAnswer =
  { readonly _tag: 'Found'; readonly stored: StoredTransaction } | { readonly _tag: 'Absent' } | NoAnswer;

export type AskPorts = AskUntilClearPorts & { readonly lane: Pick<Lane, 'find' | 'isOver'> };

/** Asks the service for one transaction by id. Never rejects. */
export const askService =
  (ports: AskPorts) =>
  async (id: string): Promise<ServiceAnswer> => {
    const found = await askUntilClear(ports)(() => ports.lane.find(id));
    if (E.isLeft(found)) return found.left;
    return O.isSome(found.right) ? { _tag: 'Found', stored: found.right.value } : { _tag: 'Absent' };
  };
