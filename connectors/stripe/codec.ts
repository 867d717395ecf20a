import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';

/*
 * The parts that Stripe's objects are made of. Stripe leaves fields out, sends null, or sends a blank string for "nothing",
 * and adds values to its enums at any time: every part reads as null when it is absent, and enums stay open texts. Only a
 * part of the wrong kind (a text for an amount) makes an object undecodable.
 */

/** What a part decodes to. Objects are stripped to the named fields, so that no personal data is kept in memory. */
export type Part<A> = t.Type<A, unknown>;

const part = <A>(name: string, read: (input: unknown) => O.Option<A>): Part<A> =>
  new t.Type<A, unknown>(
    name,
    (input): input is A => O.isSome(read(input)),
    (input, context) =>
      pipe(
        read(input),
        O.match(
          () => t.failure(input, context),
          (value) => t.success(value),
        ),
      ),
    t.identity,
  );

const isAbsent = (input: unknown): input is null | undefined => input === null || input === undefined;

/** Null when absent (or blank, as old versions write a missing object), else what the codec says. */
export const nullable = <A>(codec: Part<A>): Part<A | null> =>
  new t.Type<A | null, unknown>(
    codec.name,
    (input): input is A | null => input === null || codec.is(input),
    (input, context) => (isAbsent(input) || input === '' ? t.success(null) : codec.validate(input, context)),
    t.identity,
  );

/** A text; blank means absent (Checkout sends `{"country": "", "state": ""}` for "no address"). */
export const text: Part<string | null> = part('text', (input) => {
  if (isAbsent(input)) return O.some(null);
  return typeof input === 'string' ? O.some(input.trim() === '' ? null : input) : O.none;
});

export const flag: Part<boolean | null> = part('boolean', (input) => {
  if (isAbsent(input)) return O.some(null);
  return typeof input === 'boolean' ? O.some(input) : O.none;
});

/** An amount in Stripe's own smallest unit, which is not always that of ISO 4217: see money.ts. */
export const amount: Part<bigint | null> = part('whole amount', (input) => {
  if (isAbsent(input)) return O.some(null);
  return typeof input === 'number' && Number.isSafeInteger(input) ? O.some(BigInt(input)) : O.none;
});

export const whole: Part<number | null> = part('whole number', (input) => {
  if (isAbsent(input)) return O.some(null);
  return typeof input === 'number' && Number.isSafeInteger(input) ? O.some(input) : O.none;
});

/** `Stripe.Decimal` hides its digits behind what JSON makes of it. */
const writtenDecimal = (input: unknown): string => {
  if (typeof input === 'number' || typeof input === 'string') return String(input);
  return typeof input === 'object' ? JSON.stringify(input).replaceAll('"', '') : '';
};

/** A decimal: a text in events and old versions, a `Stripe.Decimal` object in answers to the typed client. */
export const decimal: Part<string | null> = part('decimal', (input) => {
  if (isAbsent(input)) return O.some(null);
  const value = writtenDecimal(input);
  return /^-?\d+(\.\d+)?$/.test(value) ? O.some(value) : O.none;
});

const idIn = (input: unknown): string | null => {
  if (typeof input === 'string') return input === '' ? null : input;
  return typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string' ? input.id : null;
};

/** The id of another object, which Stripe writes as the id or, expanded, as the object. */
export const reference: Part<string | null> = part('id or object', (input) => {
  if (isAbsent(input) || input === '') return O.some(null);
  return pipe(idIn(input), O.fromNullable);
});

/** Another object by its id, and the object itself when it was expanded. */
export const expandable = <A>(codec: Part<A>): Part<{ readonly id: string; readonly object: A | null } | null> =>
  new t.Type<{ readonly id: string; readonly object: A | null } | null, unknown>(
    codec.name,
    (input): input is { readonly id: string; readonly object: A | null } | null => input === null,
    (input, context) => {
      if (isAbsent(input)) return t.success(null);
      const id = idIn(input);
      if (id === null) return t.failure(input, context);
      if (typeof input === 'string') return t.success({ id, object: null });
      return pipe(codec.validate(input, context), (decoded) =>
        decoded._tag === 'Left' ? decoded : t.success({ id, object: decoded.right }),
      );
    },
    t.identity,
  );

/** An array; none when absent. */
export const arrayOf = <A>(codec: Part<A>): Part<readonly A[]> => {
  const array = t.readonlyArray(codec);
  return new t.Type<readonly A[], unknown>(
    array.name,
    (input): input is readonly A[] => array.is(input),
    (input, context) => (isAbsent(input) ? t.success([]) : array.validate(input, context)),
    t.identity,
  );
};

/** A list inside of an object: its first items, and whether Stripe keeps more of them. Null when it was not sent. */
export const listOf = <A>(
  codec: Part<A>,
): Part<{ readonly data: readonly A[]; readonly has_more: boolean | null } | null> =>
  nullable(t.exact(t.type({ data: arrayOf(codec), has_more: flag }), `list of ${codec.name}`));

/** Metadata: texts by key. */
export const metadata: Part<Readonly<Record<string, string>>> = part('metadata', (input) => {
  if (typeof input !== 'object' || input === null) return O.some({});
  const pairs = Object.entries(input).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return O.some(Object.fromEntries(pairs));
});

/** A named object of the given parts. */
export const object = <P extends t.Props>(name: string, props: P): t.ExactC<t.TypeC<P>> => t.exact(t.type(props), name);
