import { toWire, wireText, type WireTransaction } from '../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aSale } from './a-sale.ts';
import { right } from './right.ts';

/** An ordinary transaction on the wire (the ordinary sale), but for what the test is about. */
export const aWire = (differences: Partial<WireTransaction> = {}): WireTransaction => ({
  ...right(toWire(right(saleToTransaction(defaultPolicy)(aSale())).transaction)),
  ...differences,
});

/** The ordinary transaction as the text that is sent. */
export const aBody = (differences: Partial<WireTransaction> = {}): string => wireText(aWire(differences));
