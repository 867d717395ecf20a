/** Parses JSON of webhooks without losing digits of ids or amounts. */
import { isSafeNumber, parse } from 'lossless-json';

/**
 * A whole number beyond 2^53, such as a REST order id, stays text; so does a decimal, which may be money.
 *
 * @throws SyntaxError when the text is not JSON.
 * @example
 * parseLossless('{"id": 820982911946154508, "quantity": 2}') // { id: '820982911946154508', quantity: 2 }
 */
export const parseLossless = (text: string): unknown =>
  parse(text, undefined, (digits) => (isWhole(digits) && isSafeNumber(digits) ? Number(digits) : digits));

const isWhole = (text: string): boolean => /^-?\d+$/.test(text);
