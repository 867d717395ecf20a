import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Agreement } from '../records/agreement.ts';
import { amountOfAgreement } from './amount-of-agreement.ts';
import type { AmountReader } from './amount-reader.ts';

/** What changes of an order took off, in minor units, less what they added. */
export const takenOff = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  -sum(changes.map(amountOfAgreement(reader)));
