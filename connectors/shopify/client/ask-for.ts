/** Requests one object of Shopify and decodes it, so that an unreadable part holds its order and not the whole page. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Ask } from './client.ts';
import { asSourceError } from '../errors.ts';
import { maybe } from '../records/values.ts';

/** The result is undefined when the object no longer exists, or has an unexpected shape. */
export const askFor =
  (ask: Ask) =>
  async <A>(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    root: string,
    part: t.Type<A, unknown>,
  ): Promise<E.Either<SourceError, A | undefined>> => {
    const data = await ask(document, variables)();
    if (E.isLeft(data)) return E.left(asSourceError(data.left));
    const decoded = t.type({ [root]: maybe(part) }).decode(data.right);
    return E.right(E.isLeft(decoded) ? undefined : (decoded.right[root] ?? undefined));
  };
