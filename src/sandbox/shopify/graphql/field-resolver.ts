import { defaultFieldResolver, GraphQLError, type GraphQLFieldResolver } from 'graphql';
import { type Access, allScopes, refusalOf } from './access.ts';

const documentation = 'https://shopify.dev/api/usage/access-scopes';

/** Reads a field, unless the app may not: then it is null, with an error beside it. */
export const fieldResolver = (access: Access): GraphQLFieldResolver<unknown, unknown> => {
  const seesAll = access.protectedCustomerData === 'level 2' && allScopes.every((scope) => access.scopes.has(scope));
  if (seesAll) return defaultFieldResolver;
  return (source, args: Record<string, unknown>, context, info): unknown => {
    const refusal = refusalOf(access, info.parentType.name, info.fieldName);
    // An empty field gives nothing away, and Shopify does not refuse it.
    const value: unknown = defaultFieldResolver(source, args, context, info);
    if (refusal === undefined || value === null) return value;
    throw new GraphQLError(refusal, { extensions: { code: 'ACCESS_DENIED', documentation } });
  };
};
