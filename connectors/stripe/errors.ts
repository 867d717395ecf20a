/** The failures of reads at Stripe, by what they concern: one object, a permission, or everything. */
import type { Undecodable } from '../../src/domain/decode.ts';
import type { SourceError } from '../../src/domain/errors.ts';

interface Failure<Tag extends string> {
  readonly _tag: Tag;
  /** What could not be read, and what to do about it. */
  readonly message: string;
}

/** A restricted key may not read this; the rest may go on. */
export type MissingPermission = Failure<'MissingPermission'>;

/** Stripe has no object with this id: it never had one, or has deleted it. */
export type NoSuchObject = Failure<'NoSuchObject'>;

/** Stripe fails on this object alone, again and again. */
export type NotServed = Failure<'NotServed'>;

/** Stripe does not allow an expansion, and answers without it. */
type RefusedExpansion = Failure<'RefusedExpansion'>;

/** The object after which a list was to continue was deleted. */
type LostPlace = Failure<'LostPlace'>;

/** Every failure except `SourceError` may concern only one record. */
export type StripeFailure =
  | SourceError
  | MissingPermission
  | NoSuchObject
  | NotServed
  | RefusedExpansion
  | LostPlace
  | Undecodable;

/** Whether Stripe does not support the request or its filters; a retry gives the same response. */
export const isRefusal = (
  failure: StripeFailure,
): failure is NoSuchObject | Extract<SourceError, { readonly _tag: 'SourceRefused' }> =>
  failure._tag === 'SourceRefused' || failure._tag === 'NoSuchObject';

/** Whether only one object cannot be read. */
export const isOfOneObject = ({ _tag }: StripeFailure): boolean =>
  _tag === 'NoSuchObject' || _tag === 'MissingPermission' || _tag === 'Undecodable';

export const toSourceError = (failure: StripeFailure): SourceError => {
  switch (failure._tag) {
    case 'MissingPermission':
      return { _tag: 'SourceCredentialsRefused', message: failure.message };
    case 'NotServed':
      return { _tag: 'SourceUnreachable', message: failure.message, cause: 'not served' };
    case 'NoSuchObject':
    case 'RefusedExpansion':
    case 'LostPlace':
      return { _tag: 'SourceRefused', message: failure.message };
    case 'Undecodable': {
      const problems = failure.problems.join('; ');
      return { _tag: 'SourceRefused', message: `Stripe's response is not a ${failure.expected}: ${problems}` };
    }
    case 'SourceUnreachable':
    case 'SourceThrottled':
    case 'SourceCredentialsRefused':
    case 'SourceRefused':
      return failure;
  }
};
