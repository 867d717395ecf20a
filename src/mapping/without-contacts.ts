/**
 * Removes e-mail addresses and phone numbers from texts that are sent or shown, because merchants name products and payments
 * by their buyers.
 */

/** Matches only from the start of a word: tried from each letter of a long word, it would take a hundred times as long. */
const email = /(?<![^\s@<>()",;:])[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[a-z]{2,24}/gi;

/**
 * Phone numbers as people write them, `(415) 555-0134` and `+44 20 7946 0958`. A number without spaces may be an article
 * number.
 */
const phone =
  /(?<![\w+.-])(?:\+\d{1,3}(?:[ .-]\(?\d{2,4}\)?){2,5}|(?:\+?1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4})(?![\w-])/g;

/** For an article number, which may look like a phone number. Pure. */
export const withoutEmails = (text: string): string => (text.includes('@') ? text.replace(email, '[email]') : text);

/**
 * A platform's text without e-mail addresses and phone numbers. Names of people stay, because they look like names of
 * products. Pure.
 *
 * @example
 * withoutContacts('Charge for jenny@example.com, (415) 555-0134') // 'Charge for [email], [phone]'
 */
export const withoutContacts = (text: string): string => {
  const named = withoutEmails(text);
  return /\d{4}/.test(named) ? named.replace(phone, '[phone]') : named;
};
