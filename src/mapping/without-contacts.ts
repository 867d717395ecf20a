/** Begins where a word begins: tried from each letter of a long word, it would take a hundred times as long. */
const email = /(?<![^\s@<>()",;:])[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[a-z]{2,24}/gi;

/** As people write them, `(415) 555-0134` and `+44 20 7946 0958`; a number without spaces may be an article number. */
const phone =
  /(?<![\w+.-])(?:\+\d{1,3}(?:[ .-]\(?\d{2,4}\)?){2,5}|(?:\+?1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4})(?![\w-])/g;

/** For an article number, which may look like a phone number. Pure. */
export const withoutEmails = (text: string): string => (text.includes('@') ? text.replace(email, '[email]') : text);

/**
 * A text of a platform without e-mail addresses and phone numbers: merchants name products and payments by their buyers. Names of
 * persons look like names of products, and stay. Pure.
 *
 * @example
 * withoutContacts('Charge for jenny@example.com, (415) 555-0134') // 'Charge for [email], [phone]'
 */
export const withoutContacts = (text: string): string => {
  const named = withoutEmails(text);
  return /\d{4}/.test(named) ? named.replace(phone, '[phone]') : named;
};
