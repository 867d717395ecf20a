import { amount, object, text } from './codec.ts';

/** A reduction of a line or a total before tax: a discount, or billing credits by `type`. */
export const AmountOff = object('AmountOff', { amount, type: text });
