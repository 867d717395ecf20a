import * as t from 'io-ts';
import { StripeAddress } from './address.ts';
import { nullable, object } from './codec.ts';

/** A place of the merchant's at which readers take payments. A deleted one has no address. */
export const TerminalLocation = object('TerminalLocation', { id: t.string, address: nullable(StripeAddress) });
export type TerminalLocation = t.TypeOf<typeof TerminalLocation>;
