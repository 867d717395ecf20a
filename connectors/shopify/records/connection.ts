import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isList, isRecord } from './is-record.ts';

/** A list as far as it was read. */
export interface Connection<A> {
  readonly nodes: readonly A[];
  /** Whether there is more after the last node, or a node among these could not be read. */
  readonly isCutShort: boolean;
  /** Where to go on; null when the answer does not say. */
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
 * A list in any form in which Shopify and its recordings write one: `{nodes}`, `{edges: [{node}]}`, or plain. An object
 * that shows neither nodes nor edges is a list of which nothing was read.
 */
export const connection = <A>(codec: t.Type<A, unknown>): t.Type<Connection<A>, unknown> => {
  const validate = (value: unknown, context: t.Context): t.Validation<Connection<A>> => {
    if (!isRecord(value) && !isList(value)) return t.failure(value, context);
    const given = nodesOf(value);
    const all = given ?? [];
    // As long as it gets: a list that grows makes room for seventeen at once, and an order has dozens of short ones.
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
      // A second time, for the path of what is wrong.
      const again = codec.validate(node, [...context, { key: String(index), type: codec, actual: node }]);
      if (E.isLeft(again)) (errors ??= []).push(...again.left);
    }
    if (errors !== undefined) return t.failures(errors);
    nodes.length = count;
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
