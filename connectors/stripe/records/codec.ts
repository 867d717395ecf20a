/** The parts of the codecs of Stripe's objects. */
import * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { type Quick, quickCodec, quickObject, quickOf, unread } from '../../../src/domain/quick-codec.ts';

/*
 * The parts that Stripe's objects are made of. Stripe leaves fields out, sends null, or sends a blank string for "nothing",
 * and adds values to its enums at any time: every part reads as null when it is absent, and enums stay open texts. Only a
 * part of the wrong kind (a text for an amount) makes an object undecodable.
 */

/** What a part decodes to. Objects are stripped to the named fields, so that no personal data is kept in memory. */
export type Part<A> = t.Type<A, unknown>;

/** Stripe leaves a field out, or sends null. */
export const isAbsent = (input: unknown): input is null | undefined => input === null || input === undefined;

export const isFields = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null;

/** Null when absent (or blank, as old versions write a missing object), else decoded by the codec. */
export const nullable = <A>(codec: Part<A>): Part<A | null> => {
  const quick = quickOf(codec);
  return quickCodec<A | null>(
    codec.name,
    (input) => (isAbsent(input) || input === '' ? null : quick(input)),
    codec.validate,
  );
};

/** A text; blank means absent (Checkout sends `{"country": "", "state": ""}` for "no address"). */
export const text: Part<string | null> = quickCodec('text', (input) => {
  if (isAbsent(input)) return null;
  if (typeof input !== 'string') return unread;
  return input.trim() === '' ? null : input;
});

export const flag: Part<boolean | null> = quickCodec('boolean', (input) => {
  if (isAbsent(input)) return null;
  return typeof input === 'boolean' ? input : unread;
});

/** An amount in Stripe's own smallest unit, which is not always that of ISO 4217: see money.ts. */
export const amount: Part<bigint | null> = quickCodec('whole amount', (input) => {
  if (isAbsent(input)) return null;
  return typeof input === 'number' && Number.isSafeInteger(input) ? BigInt(input) : unread;
});

/** A decimal number as text; null when its digits are not exact. */
export const decimalText: Part<string | null> = quickCodec('decimal number', (input) => {
  if (isAbsent(input)) return null;
  if (typeof input !== 'number' && typeof input !== 'string') return unread;
  return /^\d+(\.\d+)?$/.test(String(input)) ? String(input) : null;
});

export const whole: Part<number | null> = quickCodec('whole number', (input) => {
  if (isAbsent(input)) return null;
  return typeof input === 'number' && Number.isSafeInteger(input) ? input : unread;
});

/** The last second of the year 9999, the end of the supported calendar. */
const lastSecond = 253_402_300_799;

/** A point in time in Unix seconds. */
export const unixSeconds: Part<number | null> = quickCodec('Unix time in seconds', (input) => {
  if (isAbsent(input)) return null;
  return typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 && input <= lastSecond ? input : unread;
});

const idIn = (input: unknown): string | null => {
  if (typeof input === 'string') return input === '' ? null : input;
  return typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string' ? input.id : null;
};

/** The id of another object, which Stripe writes as the id or, expanded, as the object. */
export const reference: Part<string | null> = quickCodec('id or object', (input) => {
  if (isAbsent(input) || input === '') return null;
  return idIn(input) ?? unread;
});

/** Another object by its id, and the object itself when it was expanded. */
export const expandable = <A>(codec: Part<A>): Part<{ readonly id: string; readonly object: A | null } | null> => {
  const quick = quickOf(codec);
  return quickCodec<{ readonly id: string; readonly object: A | null } | null>(
    codec.name,
    (input) => {
      if (isAbsent(input)) return null;
      const id = idIn(input);
      if (id === null) return unread;
      if (typeof input === 'string') return { id, object: null };
      const object = quick(input);
      return object === unread ? unread : { id, object };
    },
    (input, context) => {
      const id = idIn(input);
      return id === null
        ? t.failure(input, context)
        : E.map((object: A) => ({ id, object }))(codec.validate(input, context));
    },
  );
};

/** Changes an object into the shape of today's version after it was read. */
export const modern = <A>(codec: Part<A>, change: (read: A) => A): Part<A> => {
  const quick = quickOf(codec);
  return quickCodec<A>(
    codec.name,
    (input) => {
      const read = quick(input);
      return read === unread ? unread : change(read);
    },
    (input, context) => E.map(change)(codec.validate(input, context)),
  );
};

/** Prepares an input before it is read. */
export const prepared = <A>(codec: Part<A>, prepare: (input: unknown) => unknown): Part<A> => {
  const quick = quickOf(codec);
  return quickCodec<A>(
    codec.name,
    (input) => quick(prepare(input)),
    (input, context) => codec.validate(prepare(input), context),
  );
};

/** A part that helps but is not needed: null when it cannot be read. */
export const orNothing = <A>(codec: Part<A | null>): Part<A | null> => {
  const quick = quickOf(codec);
  return quickCodec<A | null>(codec.name, (input) => {
    const read = quick(input);
    return read === unread ? null : read;
  });
};

/** An array; empty when absent. */
export const arrayOf = <A>(codec: Part<A>): Part<readonly A[]> => {
  const array = t.readonlyArray(codec);
  const quick = quickOf(codec);
  const readAll: Quick<readonly A[]> = (input) => {
    if (isAbsent(input)) return [];
    if (!Array.isArray(input)) return unread;
    const items: A[] = [];
    for (const item of input) {
      const read = quick(item);
      if (read === unread) return unread;
      items.push(read);
    }
    return items;
  };
  return quickCodec(array.name, readAll, array.validate);
};

/** Metadata: texts by key. */
export const metadata: Part<Readonly<Record<string, string>>> = quickCodec('metadata', (input) => {
  if (typeof input !== 'object' || input === null) return {};
  const pairs = Object.entries(input).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
});

/** A named object of the given parts. */
export const object = <P extends t.Props>(name: string, props: P): Part<t.TypeOfProps<P>> => quickObject(name, props);

/** A list inside of an object: its first items, and whether Stripe keeps more of them. Null when it was not sent. */
export const listOf = <A>(
  codec: Part<A>,
): Part<{ readonly data: readonly A[]; readonly has_more: boolean | null } | null> =>
  nullable(object(`list of ${codec.name}`, { data: arrayOf(codec), has_more: flag }));

/**
 * A value of one of Stripe's enums as it may stand in a message. Anything but a plain word is not shown: it may be
 * personal data.
 *
 * @example
 * shownCode('needs_response') // 'needs_response'
 */
export const shownCode = (value: string | null): string =>
  value !== null && /^[a-z][a-z_]{0,39}$/.test(value) ? value : 'a value of another shape';
