import type { Random } from '../../src/domain/environment.ts';

type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Every place below a value. */
export const placesIn = (value: unknown, path: Path = []): readonly Path[] => {
  const children = isList(value)
    ? value.map((child, index): [string | number, unknown] => [index, child])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return children.flatMap(([key, child]) => [[...path, key], ...placesIn(child, [...path, key])]);
};

const deep = (depth: number): unknown => (depth === 0 ? 'CANARY_DEEP' : [deep(depth - 1)]);

/** What a broken or a hostile platform could answer in a place. Whatever is text in it must never be repeated. */
const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  -0,
  1e308,
  2 ** 53,
  9e15,
  JSON.parse('1e400'),
  '',
  ' ',
  '1e3',
  '0x10',
  '1,234.50',
  '-0.00',
  '0.001',
  '99999999999999999999.99',
  'NaN',
  '2026-02-30T25:61:61Z',
  'CANARY_VALUE',
  '<b>CANARY_HTML</b>',
  '=CANARY_FORMULA()',
  '\u0000CANARY_NUL',
  '\u202eCANARY_RTL \ud83d\ude80',
  '\ud800',
  'CANARY'.repeat(10_000),
  [],
  {},
  ['CANARY_LIST'],
  { toString: 'CANARY_OBJECT', length: -1 },
  JSON.parse('{"__proto__":{"id":"CANARY_PROTO"},"constructor":"CANARY"}'),
  deep(2_000),
];

const pick = <A>(random: Random, all: readonly A[]): A | undefined => all[Math.floor(random.next() * all.length)];

/** A stand-in for "nothing stands here". */
const nothing: unique symbol = Symbol('nothing');

const changed = (random: Random, value: unknown): unknown => {
  const drawn = random.next();
  if (drawn < 0.2) return nothing;
  if (drawn < 0.35 && isList(value)) return [...value, ...value];
  if (drawn < 0.5 && isList(value)) return [...value].reverse().slice(1);
  if (drawn < 0.35 && typeof value === 'number')
    return pick(random, [-value, value + 1, value / 3, value * 1e9, String(value)]);
  if (drawn < 0.5 && typeof value === 'string')
    return pick(random, [`-${value}`, `${value}1`, value.slice(1), Number(value)]);
  return drawn < 0.55 ? [value] : pick(random, strange);
};

const changeAt = (random: Random, value: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return changed(random, value);
  const child = isList(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
  // An earlier change may have taken the place away.
  if (child === undefined) return value;
  const next = changeAt(random, child, rest);
  if (isList(value))
    return next === nothing ? value.filter((_, index) => index !== key) : value.with(Number(key), next);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name !== key) return [[name, one]];
      return next === nothing ? [] : [[name, next]];
    }),
  );
};

/** The value with one to three of its places changed; the same for the same random numbers. Never changes its argument. */
export const mutate = (random: Random, value: unknown, places: readonly Path[]): unknown => {
  let mutated = value;
  for (let left = 1 + Math.floor(random.next() * 3); left > 0; left -= 1) {
    const place = pick(random, places);
    if (place !== undefined) mutated = changeAt(random, mutated, place);
  }
  return mutated;
};
