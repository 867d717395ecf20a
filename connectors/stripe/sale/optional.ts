import type { Sale } from '../../../src/mapping/sale.ts';
import type { Metadata } from './metadata-amount.ts';

/** The merchant's own keys; which of them are sent is up to `service.wire.metadata`. */
export const optionalOf = (metadata: Metadata): Pick<Sale, 'optional'> =>
  Object.keys(metadata).length === 0 ? {} : { optional: { metadata } };
