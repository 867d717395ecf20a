/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or a number as a text; blank for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The object in a text; undefined when it holds none. */
export const parseJson = (text: string): Json | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJson(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** What stands at a dotted path. */
export const valueAt = (json: Json, path: string): unknown => {
  let value: unknown = json;
  for (const part of path.split('.')) value = isJson(value) ? value[part] : undefined;
  return value;
};

/** The object with another value at a dotted path; undefined takes the field away. */
export const withValueAt = (json: Json, path: string, value: unknown): Json => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = json[first];
    return { ...json, [first]: withValueAt(isJson(inner) ? inner : {}, rest.join('.'), value) };
  }
  if (value !== undefined) return { ...json, [first]: value };
  return Object.fromEntries(Object.entries(json).filter(([field]) => field !== first));
};

/** The lines of a transaction. */
export const linesOf = (json: Json): readonly Json[] => {
  const lines = json['lineItems'];
  return Array.isArray(lines) ? lines.filter(isJson) : [];
};

/** The object with something done to every text in it, however deep, but for those under some fields. */
export const withTexts = (value: unknown, change: (text: string) => string, except: ReadonlySet<string>): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one, change, except));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      except.has(field) ? inner : withTexts(inner, change, except),
    ]),
  );
};
