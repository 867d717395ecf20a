import * as t from 'io-ts';
import { fields } from './fields.ts';
import { Money } from './money.ts';

/** A tax. `channelLiable`: true when the channel remits it, false when the seller does, null when unknown. */
export const TaxLine = fields({ title: t.string, channelLiable: t.boolean, priceSet: Money }, 'TaxLine');
export type TaxLine = t.TypeOf<typeof TaxLine>;
