import type { FieldReader } from './field-reader.ts';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether an address is on this very machine. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname);

const parse = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/**
 * A web address without query and trailing slash; https, or plain http to this very machine. Addresses and keys travel
 * over it, so anything else is a complaint.
 */
export const readOrigin = (reader: FieldReader, key: string, text: string): string => {
  // What left nothing to read has its complaint already.
  if (text === '') return '';
  const url = parse(text);
  const isPlain = url !== null && `${url.search}${url.hash}${url.username}` === '';
  if (!isPlain) {
    reader.complain(
      key,
      'it is not a plain web address',
      'Write one such as https://api.example.com, without user name, ? and #',
    );
    return '';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    reader.complain(
      key,
      'it does not begin with https://',
      'Write https://…; plain http is allowed for 127.0.0.1 and localhost only',
    );
  }
  return url.toString().replace(/\/+$/, '');
};
