import { expect } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion } from '../../src/domain/exclusion.ts';
import { imbalanceOf, missingAmount } from '../../src/mapping/amounts.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { leaksIn } from '../support/leaks-in.ts';
import { randomOf } from '../support/size.ts';
import { mutate, placesIn } from './mutate.ts';

/** A record as its platform returns it, and its connector's result. */
export interface Specimen {
  readonly json: unknown;
  readonly read: (json: unknown) => SourceResult | null;
}

export interface MutantCounts {
  readonly 'mutated records': number;
  /** Became a sale whose equations hold. */
  readonly pushed: number;
  readonly excluded: number;
}

const aside = ({ reason, message }: Exclusion): string => `${reason}: ${message}`;

/** All text about a result and its refunds, and what does not balance. */
const judge = (
  entry: SourceResult,
): { readonly printed: readonly string[]; readonly imbalance: string | undefined } => {
  if (E.isLeft(entry)) return { printed: [aside(entry.left)], imbalance: undefined };
  const mapped = saleToTransaction(defaultPolicy)(entry.right);
  if (E.isLeft(mapped)) return { printed: [aside(mapped.left)], imbalance: undefined };
  const refunds = entry.right.refunds.map(refundToTransaction(entry.right, mapped.right));
  return {
    printed: refunds.flatMap((refund) => (E.isLeft(refund) ? [aside(refund.left)] : [])),
    imbalance:
      missingAmount(entry.right) === 0n
        ? [mapped, ...refunds]
            .map((one) => (E.isRight(one) ? imbalanceOf(one.right.transaction) : undefined))
            .find((one) => one !== undefined)
        : 'sent, and its parts miss what is stated',
  };
};

/** Empty when all is well with what became of a record. */
const complaintAbout = (entry: SourceResult): string => {
  const { printed, imbalance } = judge(entry);
  const leaks = printed.flatMap(leaksIn);
  if (leaks.length > 0) return `a message holds ${leaks.join()}: ${printed.join()}`;
  return printed.some((one) => one.endsWith(': ')) ? 'excluded without a message' : (imbalance ?? '');
};

/**
 * Reads this many mutants of the specimens in turn: none throws, each becomes a sale that balances or is excluded, and no
 * message repeats a value. A failure names the specimen and the seed, which make the same mutant again.
 */
export const tryMutants = (specimens: readonly Specimen[], count: number): MutantCounts => {
  const all = specimens.map((specimen) => ({ ...specimen, places: placesIn(specimen.json) }));
  let [pushed, excluded] = [0, 0];
  for (let seed = 0; seed < count; seed += 1) {
    const index = seed % all.length;
    const specimen = all[index];
    if (specimen === undefined) throw new Error('there is no specimen');
    const mutant = mutate(randomOf(seed), specimen.json, specimen.places);
    const entry = E.tryCatch(
      () => specimen.read(mutant),
      (error) => `it throws ${error instanceof Error ? (error.stack ?? error.message) : 'something'}`,
    );
    const complaint = E.isLeft(entry) ? entry.left : entry.right === null ? '' : complaintAbout(entry.right);
    if (E.isRight(entry) && entry.right !== null && E.isRight(entry.right)) pushed += 1;
    else excluded += 1;
    expect({ specimen: index, seed, complaint }).toStrictEqual({ specimen: index, seed, complaint: '' });
  }
  return { 'mutated records': count, pushed, excluded };
};
