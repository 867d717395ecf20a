import { parseLossless } from './parse-lossless.ts';

/** A number of so many digits that a float may not hold it; within a text it does no harm but costs time. */
const longNumber = /[:[,]\s*-?\d{16}/;

/**
 * The body of a webhook, whole numbers with every digit. Only a body with such a number is parsed by the slow parser: most
 * have none, and it takes ten times as long.
 *
 * @throws SyntaxError when the text is no JSON.
 */
export const parseWebhook = (text: string): unknown =>
  longNumber.test(text) ? parseLossless(text) : (JSON.parse(text) as unknown);
