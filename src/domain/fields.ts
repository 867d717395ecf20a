/** Small checks for values whose type is not certain, because a platform, the service or a host without a compiler gave them. */
import { hash } from 'node:crypto';

/** Whether the value is an object, and neither a list nor null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a JSON text holds; empty for any other text. */
export const parseRecord = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
};

/** A field of an object from another package; undefined where it has none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether a field is neither missing nor null. */
export const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Options as a host without a compiler may pass them: anything but an object counts as no options. */
export const optionsOrEmpty = <A extends object>(options: A | null | undefined): Partial<A> =>
  typeof options === 'object' && options !== null ? options : {};

/** Whether a host name (of a `URL`) is this very machine: plain http is allowed to it only. */
export const isThisMachine = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Platforms write a missing value as null, an empty string or blanks. */
export const present = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();

/** SHA-256 of a text, in hexadecimal: compares frozen bodies without revealing them. */
export const digestOf = (text: string): string => hash('sha256', text);

/** Where a record is shown: a web address, and nothing else that a connector might give. */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//.test(url) ? url : null;
