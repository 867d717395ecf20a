import type { MinorUnits } from '../../../src/domain/money.ts';
import type { Agreement } from '../records/agreement.ts';
import type { AmountReader } from './amount-reader.ts';
import { takenOff } from './taken-off.ts';

/** What changes of an order took off since the one of them from which on the most was taken off, in minor units. */
export const mostTakenOff = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  changes.reduce((most, _, index) => {
    const since = takenOff(reader, changes.slice(index));
    return since > most ? since : most;
  }, 0n);
