/** Decodes Shopify's lists in each of their forms, and notes when a list is not complete. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isList, isRecord } from '../../../src/domain/fields.ts';

/** A list as far as it was read. */
export interface Connection<A> {
  readonly nodes: readonly A[];
  /** Whether more nodes follow, or one of these could not be read. */
  readonly isCutShort: boolean;
  /** The cursor of the next page; null when the response has none. */
  readonly endCursor: string | null;
}

const nodesOf = (value: unknown): readonly unknown[] | undefined => {
  if (isList(value)) return value;
  if (!isRecord(value)) return undefined;
  const { nodes, edges } = value;
  if (isList(nodes)) return nodes;
  if (isList(edges)) return edges.map((edge) => (isRecord(edge) ? edge['node'] : null));
  return undefined;
};

const pageInfoOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) && isRecord(value['pageInfo']) ? value['pageInfo'] : {};

const nowhere: t.Context = [];

/**
 * Accepts `{nodes}`, `{edges: [{node}]}` and a plain list. An object with neither nodes nor edges counts as a list that was not
 * read.
 */
export const connection = <A>(codec: t.Type<A, unknown>): t.Type<Connection<A>, unknown> => {
  const validate = (value: unknown, context: t.Context): t.Validation<Connection<A>> => {
    if (!isRecord(value) && !isList(value)) return t.failure(value, context);
    const given = nodesOf(value);
    const all = given ?? [];
    // Allocated at its final length: a growing list reserves seventeen slots, and an order has dozens of short lists.
    const nodes = new Array<A>(all.length);
    let count = 0;
    let errors: t.ValidationError[] | undefined;
    for (let index = 0; index < all.length; index += 1) {
      const node = all[index];
      if (node === null || node === undefined) continue;
      const result = codec.validate(node, nowhere);
      if (E.isRight(result)) {
        nodes[count] = result.right;
        count += 1;
        continue;
      }
      // Validated again for the path of the error.
      const again = codec.validate(node, [...context, { key: String(index), type: codec, actual: node }]);
      if (E.isLeft(again)) (errors ??= []).push(...again.left);
    }
    if (errors !== undefined) return t.failures(errors);
    if (count < nodes.length) nodes.length = count;
    const { hasNextPage, endCursor } = pageInfoOf(value);
    return t.success({
      nodes,
      isCutShort: given === undefined || hasNextPage === true || count < all.length,
      endCursor: typeof endCursor === 'string' ? endCursor : null,
    });
  };
  return new t.Type<Connection<A>, unknown>(
    `list of ${codec.name}`,
    (value): value is Connection<A> => isRecord(value) && isList(value['nodes']) && value['nodes'].every(codec.is),
    validate,
    t.identity,
  );
};
