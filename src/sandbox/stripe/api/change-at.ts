import type { Json } from '../objects/stripe-object.ts';

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a path in an object; undefined when nothing does. */
export const valueAt = (object: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isJson(value) ? value[key] : undefined), object);

/** The object with another value at a path, or with none; unchanged when there is no such path. */
export const changeAt = (object: Json, path: readonly string[], change: (value: unknown) => unknown): Json => {
  const [key, ...rest] = path;
  if (key === undefined || !(key in object)) return object;
  const value = object[key];
  const changed = rest.length === 0 ? change(value) : isJson(value) ? changeAt(value, rest, change) : value;
  if (changed === value) return object;
  return changed === undefined
    ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
    : { ...object, [key]: changed };
};
