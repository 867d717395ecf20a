import { defaultPolicy, type MetadataMeaning, type Policy } from '../../mapping/policy.ts';
import type { FieldReader } from './field-reader.ts';

const meanings: readonly MetadataMeaning[] = [
  'orderId',
  'tax',
  'shipping',
  'discount',
  'exempt',
  'resale',
  'marketplace',
  'entity',
];

const readMetadata = (reader: FieldReader): Policy['metadata'] => {
  const keys = Object.fromEntries(
    meanings.flatMap((meaning) => {
      const key = reader.optionalText(meaning, 'Write the metadata key that holds it');
      return key === null ? [] : [[meaning, key]];
    }),
  );
  reader.refuseOthers();
  return keys;
};

/** The policy of a storefront: what is written, and the defaults for the rest. */
export const readPolicy = (reader: FieldReader): Policy => {
  const policy: Policy = {
    refunds: reader.choice('refunds', ['report', 'send'], defaultPolicy.refunds),
    unpaid: reader.choice('unpaid', ['skip', 'send'], defaultPolicy.unpaid),
    partiallyPaid: reader.choice('partiallyPaid', ['hold', 'send', 'skip'], defaultPolicy.partiallyPaid),
    estimatedTax: reader.choice('estimatedTax', ['hold', 'send'], defaultPolicy.estimatedTax),
    tips: reader.choice('tips', ['leave out', 'send'], defaultPolicy.tips),
    resaleTags: reader.texts('resaleTags'),
    exemptTags: reader.table('exemptTags'),
    exemptEntity: reader.optionalText('exemptEntity', 'Write a code such as NON_PROFIT'),
    marketplaces: reader.table('marketplaces'),
    unknownMarketplace: reader.optionalText('unknownMarketplace', 'Write a code such as OTHER') ?? 'OTHER',
    metadata: readMetadata(reader.object('metadata', false)),
    platformSells: reader.choice('platformSells', ['platform', 'connected account'], defaultPolicy.platformSells),
  };
  reader.refuseOthers();
  return policy;
};
