import { GraphQLError } from 'graphql';

export interface GlobalId {
  readonly type: string;
  readonly digits: string;
}

/** Reads `gid://shopify/Order/5400000000000`; refuses anything else as Shopify does. */
export const globalId = (id: string): GlobalId => {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/.exec(id);
  if (match === null) {
    throw new GraphQLError(`Invalid global id '${id.slice(0, 60)}'`, {
      extensions: { code: 'argumentLiteralsIncompatible' },
    });
  }
  return { type: match[1] ?? '', digits: match[2] ?? '' };
};
