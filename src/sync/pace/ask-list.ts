import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type { ServicePage } from '../../domain/tax-service.ts';
import { type AskUntilClearPorts, askUntilClear, type NoAnswer } from './ask-until-clear.ts';
import type { Lane } from './lane.ts';

/** A page of the service's list, after as many attempts as are fair. */
export type ListAnswer =
  { readonly _tag: 'Page'; readonly page: ServicePage } | { readonly _tag: 'CursorRefused' } | NoAnswer;

export type AskListPorts = AskUntilClearPorts & { readonly lane: Pick<Lane, 'list' | 'isOver'> };

/** Asks the service for one page of its list. Never rejects. */
export const askList = (ports: AskListPorts): ((cursor: O.Option<string>) => Promise<ListAnswer>) => {
  const ask = askUntilClear(ports);
  return async (cursor) => {
    const answer = await ask<ListAnswer>(async () => {
      const page = await ports.lane.list(cursor);
      if (E.isRight(page)) return E.right({ _tag: 'Page', page: page.right });
      // Asked again, it would be refused again: that is an answer.
      return page.left._tag === 'CursorRefused' ? E.right({ _tag: 'CursorRefused' }) : E.left(page.left);
    });
    return E.toUnion(answer);
  };
};
