/** Decodes Shopify's lists in each of their forms, and notes when a list is not complete. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isGiven, isList, isRecord } from '../../../src/domain/fields.ts';
import { type Quick, quickCodec, quickOf, unread } from '../../../src/domain/quick-codec.ts';

/** A list as far as it was read. */
export interface Connection<A> {
  readonly nodes: readonly A[];
  /** Whether more nodes follow, or one of these could not be read. */
  readonly isCutShort: boolean;
  /** The cursor of the next page; null when the response has none. */
  readonly endCursor: string | null;
}

/**
 * Accepts `{nodes}`, `{edges: [{node}]}` and a plain list. An object with neither nodes nor edges counts as a list that was not
 * read.
 */
export const connection = <A>(codec: t.Type<A, unknown>): t.Type<Connection<A>, unknown> => {
  const quick = quickOf(codec);
  const read: Quick<Connection<A>> = (value) => {
    if (!isRecord(value) && !isList(value)) return unread;
    const given = nodesOf(value);
    const all = given ?? [];
    // Allocated at its final length: a growing list reserves seventeen slots, and an order has dozens of short lists.
    const nodes = new Array<A>(all.length);
    let count = 0;
    for (const node of all) {
      if (!isGiven(node)) continue;
      const one = quick(node);
      if (one === unread) return unread;
      nodes[count] = one;
      count += 1;
    }
    if (count < nodes.length) nodes.length = count;
    const { hasNextPage, endCursor } = pageInfoOf(value);
    return {
      nodes,
      isCutShort: given === undefined || hasNextPage === true || count < all.length,
      endCursor: typeof endCursor === 'string' ? endCursor : null,
    };
  };
  const explain: t.Validate<unknown, Connection<A>> = (value, context) => {
    const errors: t.ValidationError[] = [];
    for (const [index, node] of (nodesOf(value) ?? []).entries()) {
      const result = isGiven(node)
        ? codec.validate(node, [...context, { key: String(index), type: codec, actual: node }])
        : t.success(null);
      if (E.isLeft(result)) errors.push(...result.left);
    }
    return errors.length === 0 ? t.failure(value, context) : t.failures(errors);
  };
  return quickCodec(`list of ${codec.name}`, read, explain);
};

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
