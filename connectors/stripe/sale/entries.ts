import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { held, type RecordReference, type Exclusion } from '../../../src/domain/exclusion.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { inMinorUnits } from './in-minor-units.ts';
import type { StripeMoney } from './money.ts';

/** A record is called by its id: numbers of Stripe's own exist for invoices only. */
export const recordOf = (id: string): RecordReference => ({ sourceId: id, name: id });

export const incomplete = (id: string, message: string): Exclusion => held(recordOf(id), 'incomplete record', message);

/** A record whose shape is not the documented one. The problems name fields, never values. */
export const undecodable = (id: string, { expected, problems }: Undecodable): SourceResult =>
  E.left(
    held(recordOf(id), 'undecodable record', `it is no ${expected} as Stripe documents it: ${problems.join('; ')}`),
  );

/** The sale in minor units of its currency, or held because an amount is finer than those. */
export const saleEntry = (money: StripeMoney, sale: Sale): SourceResult => {
  const converted = inMinorUnits(money, sale);
  if (O.isSome(converted)) return E.right(converted.value);
  const message = `an amount of it is finer than the smallest unit of ${money.currency.code}; round it at the source`;
  return E.left(held(recordOf(sale.identity.recordId), 'amount not exact', message));
};
