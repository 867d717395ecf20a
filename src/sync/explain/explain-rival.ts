import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup } from '../../domain/sync-store.ts';
import type { Decision } from '../../mapping/sale.ts';
import type { Candidate } from '../entry/candidate.ts';
import type { ExplainedSetAside, ExplainedTransaction } from './explanation.ts';
import { findRival, type RivalPorts } from '../rivals/find-rival.ts';
import { likenessOf } from '../entry/likeness.ts';

/** Tried, or held by the service: then it is told here, whoever else knows the sale. */
const isToldHere = ({ book, service }: ExplainedTransaction): boolean =>
  ['intent', 'confirmed', 'conflict'].includes(book.status) ||
  ['Same', 'Differs', 'NotCompared'].includes(service._tag);

const alike = (
  storefront: string,
  sale: Pick<Candidate, 'id' | 'likeness'>,
  known: Pick<PageLookup, 'owners'>,
): readonly Decision[] => {
  const owner = likenessOf(storefront, sale, known);
  return owner === undefined
    ? []
    : [
        {
          about: 'transaction',
          value: `looks like ${owner.id} of ${owner.storefront}`,
          reason: 'the same currency, total, minute and place; that proves nothing, so both are told',
          fields: ['total', 'transactedAt', 'shipToAddress'],
          finding: 'likeness',
        },
      ];
};

/** A transaction as it is explained, unless another storefront tells its sale or may do so: then that is the explanation. */
export const explainRival =
  (ports: RivalPorts) =>
  async (
    explained: ExplainedTransaction,
    sale: Pick<Candidate, 'id' | 'references' | 'likeness'>,
    known: Pick<PageLookup, 'owners'>,
  ): Promise<E.Either<StoreError, ExplainedTransaction | ExplainedSetAside>> => {
    const told = { ...explained, decisions: [...explained.decisions, ...alike(ports.storefront, sale, known)] };
    if (isToldHere(explained)) return E.right(told);
    const rival = await findRival(ports, sale, known);
    if (E.isLeft(rival)) return rival;
    if (rival.right?._tag !== 'Settled') return E.right(told);
    const { reason, message: said } = rival.right;
    const message = said ?? '';
    return E.right(
      rival.right.outcome === 'skipped'
        ? { _tag: 'SetAside', outcome: 'skipped', reason: 'recorded by another storefront', message }
        : {
            _tag: 'SetAside',
            outcome: 'held',
            reason: reason === 'told before' ? reason : 'ambiguous duplicate',
            message,
          },
    );
  };
