import type { Refund } from '../../../src/mapping/sale.ts';
import { nothingTakenBack } from './taken-back.ts';

/** With a total and no parts a refund does not balance, so that it is held until its parts are known. */
export const inDoubt = (refund: Refund): Refund => ({ ...refund, ...nothingTakenBack, total: refund.total });
