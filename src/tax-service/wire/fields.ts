export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const removed = (fields: Fields, [first = '', ...rest]: readonly string[]): Fields => {
  const inner = fields[first];
  if (rest.length > 0) return isFields(inner) ? { ...fields, [first]: removed(inner, rest) } : fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== first));
};

const placed = (fields: Fields, [first = '', ...rest]: readonly string[], value: unknown): Fields => {
  if (rest.length === 0) return { ...fields, [first]: value };
  const inner = fields[first];
  return { ...fields, [first]: placed(isFields(inner) ? inner : {}, rest, value) };
};

const read = (fields: unknown, [first, ...rest]: readonly string[]): unknown => {
  if (first === undefined) return fields;
  return isFields(fields) ? read(fields[first], rest) : undefined;
};

/**
 * An object with a field moved from one path to another; `lineItems.amount` is moved in each line. What has no such field
 * stays as it is.
 *
 * @example
 * withField({ shipToAddress: { zip: '94107' } }, 'shipToAddress.zip', 'shipToAddress.postalCode')
 * // { shipToAddress: { postalCode: '94107' } }
 */
export const withField = (fields: Fields, from: string, to: string): Fields => {
  const [source, target] = [from.split('.'), to.split('.')];
  const [list = '', ...within] = source;
  const lines = fields[list];
  if (Array.isArray(lines) && within.length > 0) {
    const [otherList = '', ...otherWithin] = target;
    const moved = lines.map((line: unknown) =>
      isFields(line) ? withField(line, within.join('.'), otherWithin.join('.')) : line,
    );
    return placed(otherList === list ? fields : removed(fields, [list]), [otherList], moved);
  }
  const value = read(fields, source);
  return value === undefined ? fields : placed(removed(fields, source), target, value);
};
