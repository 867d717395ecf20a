import * as t from 'io-ts';

const Fields = t.record(t.string, t.unknown);

/** The fields of a body, JSON or form; none when it is neither. */
export const readFields = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return Fields.is(value) ? value : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
};

/** The value of a field when it is a text, otherwise an empty one. */
export const textField = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};
