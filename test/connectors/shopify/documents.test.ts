import { describe, expect, it } from '@jest/globals';
import { Kind, NoDeprecatedCustomRule, parse, specifiedRules, validate, visit } from 'graphql';
import * as documents from '../../../connectors/shopify/queries/index.ts';
import { type Access, accessOf } from '../../../connectors/shopify/client/access.ts';
import { allScopes } from '../../../sandbox/shopify/graphql/access.ts';
import { adminSchemas as schemas } from '../../support/admin-schemas.ts';

const everything: Access = { ...accessOf(allScopes, true), variantTaxCodes: true };
const current: Access = { ...everything, variantTaxCodes: false, channelInformation: false };

/** Each document as it is with every scope. */
const named = Object.entries(documents).map(
  ([name, document]) => [name, typeof document === 'string' ? document : document(current)] as const,
);

const fieldsOf = (document: string): ReadonlySet<string> => {
  const fields = new Set<string>();
  visit(parse(document), {
    Field: ({ name }) => {
      fields.add(name.value);
      // The display name of a channel, not of a person.
      return name.value === 'attribution' ? false : undefined;
    },
  });
  return fields;
};

/** The number of items that a document requests of a list. */
const maxOf = (document: string, list: string): readonly string[] => {
  const found: string[] = [];
  visit(parse(document), {
    Field: ({ name, arguments: given = [] }) => {
      if (name.value !== list) return;
      found.push(...given.flatMap(({ value }) => (value.kind === Kind.INT ? [value.value] : [])));
    },
  });
  return found;
};

describe('the payments of an order', () => {
  it('are asked for beyond ten: a sale paid at the eleventh attempt is known to another storefront by that payment', () => {
    expect(maxOf(documents.ordersPage(current), 'transactions')).toContain('100');
  });
});

describe.each(named)('document %s', (_, document) => {
  it.each(schemas)('is valid in %s, and uses nothing that is to go', (_version, schema) => {
    const problems = validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule]);
    expect(problems.map(({ message }) => message)).toStrictEqual([]);
  });

  it('is one operation: the client sends no operation name', () => {
    const operations = parse(document).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    expect(operations).toHaveLength(1);
  });

  it('requests no personal data except the address', () => {
    const personal = [
      'firstName',
      'lastName',
      'email',
      'phone',
      'note',
      'company',
      'latitude',
      'longitude',
      'formatted',
      'displayName',
      'defaultEmailAddress',
      'clientIp',
      'customAttributes',
      'receiptJson',
      'accountNumber',
    ];
    const fields = fieldsOf(document);
    expect(personal.filter((field) => fields.has(field))).toStrictEqual([]);
  });

  it('asks for shop money alone', () => {
    expect(fieldsOf(document).has('presentmentMoney')).toBe(false);
  });
});

describe('the tax code of a variant', () => {
  const deprecated = (document: string) =>
    validate(schemas[1][1], parse(document), [NoDeprecatedCustomRule]).map(({ message }) => message.split(' ', 3)[2]);
  const ofOrders = [documents.ordersPage, documents.changedOrdersPage, documents.orderById];

  it('and the former channel of an order are the deprecated fields, only named where the version that answers has them', () => {
    const ofChannel = [
      'Order.channelInformation',
      'ChannelInformation.channelDefinition',
      ...['handle', 'channelName', 'subChannelName'].map((name) => `ChannelDefinition.${name}`),
    ];
    for (const document of ofOrders) {
      expect(deprecated(document(everything)).sort()).toStrictEqual([...ofChannel, 'ProductVariant.taxCode'].sort());
      expect(document(current)).not.toMatch(/variant|channelInformation/);
    }
    expect(deprecated(documents.orderLines(everything))).toStrictEqual(['ProductVariant.taxCode']);
  });
});
