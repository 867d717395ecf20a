import { amount, object, text } from './codec.ts';

/** What is taken off a line or a total before tax: a discount or, where `type` says so, billing credits. */
export const AmountOff = object('AmountOff', { amount, type: text });
