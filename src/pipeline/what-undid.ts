/** Finds out when a sent sale or refund was undone if its record does not say so, because an offset needs that date. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../domain/errors.ts';
import { laterKindOf } from '../mapping/identity.ts';
import type { AskWhatUndid } from './ask-what-undid.ts';
import type { NotRead } from './call-source.ts';
import { eventOf, type SentChain } from './sent-chain.ts';

/** The chain with the event that undid it, from the platform if the record does not have it. */
export const withWhatUndid = async (
  ask: AskWhatUndid,
  chain: SentChain,
): Promise<E.Either<SourceError | NotRead, SentChain>> => {
  const { truth, base } = chain;
  const known = eventOf(chain, 'undone');
  if (known !== undefined && known.occurredAt !== null) return E.right(chain);
  const asked = await ask({ recordId: truth.sourceId, changeId: changeIdOf(chain) });
  if (E.isLeft(asked)) return asked;
  if (O.isNone(asked.right)) return E.right(chain);
  const event = { ...asked.right.value, id: known?.id ?? asked.right.value.id };
  return E.right({
    ...chain,
    truth:
      truth.saleUndoneBy === null
        ? { ...truth, undone: new Map([...truth.undone, [base, [...(truth.undone.get(base) ?? []), event]]]) }
        : { ...truth, saleUndoneBy: event },
  });
};

const changeIdOf = ({ base, truth }: SentChain): string | null => {
  const kind = laterKindOf(base);
  if (base === truth.saleId || truth.saleUndoneBy !== null || kind === null) return null;
  return base.slice(`${truth.saleId}:${kind}:`.length);
};
