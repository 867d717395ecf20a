/**
 * Decodes answers of the service and the platforms, and says what does not fit without repeating a value, which may be an
 * address.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';

/** An answer has an unexpected shape. Holds paths and expected types only. */
export interface Undecodable {
  readonly _tag: 'Undecodable';
  readonly expected: string;
  readonly problems: readonly string[];
}

const maxProblems = 5;

/**
 * Decodes with an io-ts codec.
 *
 * @example
 * decodeAs(Transaction)({ total: 'x' }) // left({ expected: 'Transaction', problems: ['total: expected number'] })
 */
export const decodeAs =
  <A>(codec: t.Decoder<unknown, A> & { readonly name: string }) =>
  (input: unknown): E.Either<Undecodable, A> =>
    pipe(
      codec.decode(input),
      E.mapLeft((errors) => ({
        _tag: 'Undecodable',
        expected: codec.name,
        problems: [...new Set(errors.map(toProblem))].slice(0, maxProblems),
      })),
    );

const toProblem = ({ context }: t.ValidationError): string =>
  `${fieldsOf(context).join('.') || 'the whole'}: expected ${context.at(-1)?.type.name ?? 'something else'}`;

/** io-ts numbers the members of unions and intersections as if they were fields; those numbers are dropped. */
const fieldsOf = (context: t.Context): readonly string[] =>
  context.flatMap(({ key }, index) => (index === 0 || isMemberOfCombination(context[index - 1]) ? [] : [key]));

const isMemberOfCombination = (contextEntry: t.ContextEntry | undefined): boolean =>
  contextEntry !== undefined && isCombination(contextEntry.type);

/** `exact` and `readonly` wrap a combination without adding a step to the path. */
const isCombination = (type: t.Decoder<unknown, unknown>): boolean =>
  ['IntersectionType', 'UnionType'].includes(tagOf(type)) ||
  (['ExactType', 'ReadonlyType'].includes(tagOf(type)) && 'type' in type && isCombination(type.type as t.Mixed));

const tagOf = (type: t.Decoder<unknown, unknown>): string => ('_tag' in type ? String(type._tag) : '');
