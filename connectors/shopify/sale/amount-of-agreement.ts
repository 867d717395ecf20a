import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Agreement } from '../records/agreement.ts';
import type { AmountReader } from './amount-reader.ts';

/** What an agreement added to the order, in minor units with its tax; negative for what it took off. */
export const amountOfAgreement =
  (reader: AmountReader) =>
  ({ sales }: Agreement): MinorUnits =>
    sum((sales?.nodes ?? []).map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount')));
