import { reviewPlaceholders, type ReviewUrl } from '../../reconcile/review-link.ts';
import type { FieldReader } from './field-reader.ts';
import { isLoopback } from './read-origin.ts';

const key = 'reviewUrl';

const listed = reviewPlaceholders.map((name) => `{${name}}`).join(', ');

const example =
  'Write a web address such as https://app.example.com/transactions, without a user name; placeholders stand behind the host';

const isKnown = (placeholder: string): boolean => reviewPlaceholders.some((name) => placeholder === `{${name}}`);

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Where people review transactions in the service's own pages; null where it is not set. */
export const readReviewUrl = (reader: FieldReader): ReviewUrl => {
  const written = reader.optionalText(key, example);
  if (written === null || written === '') return null;
  const placeholders = written.match(/\{[^{}]*\}/g) ?? [];
  if (!placeholders.every(isKnown)) {
    reader.complain(key, 'it has a placeholder that is not known', `Use only ${listed}`);
    return null;
  }
  const url = parse(written);
  if (url === null || /[{}]/.test(written.replaceAll(/\{[^{}]*\}/g, '')) || /[{}]|%7[bd]/i.test(url.host)) {
    reader.complain(key, 'it is not a web address', example);
    return null;
  }
  if (`${url.username}${url.password}` !== '') {
    reader.complain(key, 'it has a user name or a password', example);
    return null;
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    reader.complain(
      key,
      'it does not begin with https://',
      'Write https://…; plain http is allowed for 127.0.0.1 and localhost only',
    );
    return null;
  }
  return written;
};
