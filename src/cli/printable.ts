/** Everything that commands a terminal, and what turns the direction of writing; line ends and tabs stay. */
const commanding = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that only prints. A buyer or a shop chooses an order's number and a product's name: an escape sequence in one
 * must not rewrite the lines of a report on the operator's screen.
 */
export const printable = (text: string): string => text.replaceAll(commanding, '\uFFFD');
