// Cuts Shopify's Admin schema (about 3,500 types) down to what orders, their refunds and the storefront's set-up need,
// without prose: the sample shop executes it, and tests validate our documents against it. The oldest version that the shop serves
// is a file (admin-2026-07.ts next to it reads it), the others are what differs from it, as TypeScript.
//
//   node scripts/prune-admin-schema.mjs               takes the schema from npm (@shopify/dev-mcp, ISC license)
//   node scripts/prune-admin-schema.mjs <directory>   takes admin_2026-07.json.gz and its like from there
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { assertValidSchema, buildClientSchema, buildSchema, Kind, parse, print, printSchema, visit } from 'graphql';

const source = '@shopify/dev-mcp@1.16.0';
const versions = ['2026-07', '2026-10'];
/** The version before, and what later versions are made from. The sample shop does not serve them; only tests use them. */
const tested = ['2026-04', 'unstable'];
const target = new URL('../sandbox/shopify/schema/', import.meta.url);
const testedTarget = new URL('../test/support/', import.meta.url);

const nameOf = (version) =>
  version === 'unstable' ? 'adminSchemaUnstable' : `adminSchema${version.replace('-', '_')}`;
const importOf = (base, version) =>
  tested.includes(version) ? `../../sandbox/shopify/schema/admin-${base}.ts` : `./admin-${base}.ts`;

const sale = `actionType id lineType quantity taxes totalAmount totalDiscountAmountAfterTaxes totalDiscountAmountBeforeTaxes
  totalTaxAmount`;
const agreement = 'app happenedAt id reason sales';
const discountApplication = 'allocationMethod index targetSelection targetType';

/** Type -> the fields to keep. Connections and edges, enums, scalars and inputs come along with the fields that use them. */
const kept = {
  QueryRoot: `bulkOperation bulkOperations currentAppInstallation dispute location locations node nodes order orders ordersCount
    refund return shop shopifyqlQuery webhookSubscription webhookSubscriptions webhookSubscriptionsCount`,
  Mutation: `bulkOperationCancel bulkOperationRunQuery webhookSubscriptionCreate webhookSubscriptionDelete
    webhookSubscriptionUpdate`,

  ShopifyqlQueryResponse: 'parseErrors tableData',
  ShopifyqlTableData: 'columns rows',
  ShopifyqlTableDataColumn: 'dataType displayName name',

  Order: `additionalFees agreements app attribution billingAddress billingAddressMatchesShippingAddress cancelReason
    cancelledAt cartDiscountAmountSet channelInformation closed closedAt confirmationNumber confirmed createdAt currencyCode
    currentCartDiscountAmountSet currentShippingPriceSet currentSubtotalLineItemsQuantity currentSubtotalPriceSet
    currentTaxLines currentTotalAdditionalFeesSet currentTotalDiscountsSet currentTotalDutiesSet currentTotalPriceSet
    currentTotalTaxSet customAttributes customer discountCode discountCodes discountApplications displayFinancialStatus
    displayFulfillmentStatus disputes dutiesIncluded edited email estimatedTaxes fulfillmentOrders fullyPaid id
    legacyResourceId lineItems merchantBusinessEntity merchantOfRecordApp name netPaymentSet note number
    originalTotalAdditionalFeesSet originalTotalDutiesSet originalTotalPriceSet paymentGatewayNames phone physicalLocation
    poNumber presentmentCurrencyCode processedAt productNetwork purchasingEntity refundDiscrepancySet refunds
    requiresShipping retailLocation returnStatus returns shippingAddress shippingLine shippingLines sourceIdentifier
    sourceName subtotalLineItemsQuantity subtotalPriceSet tags taxExempt taxLines taxesIncluded test
    totalCapturableSet totalCashRoundingAdjustment totalDiscountsSet totalOutstandingSet totalPrice totalPriceSet
    totalReceivedSet totalRefundedSet totalRefundedShippingSet totalShippingPriceSet totalTax totalTaxSet
    totalTipReceivedSet transactions transactionsCount unpaid updatedAt`,
  AdditionalFee: 'id name price taxLines',
  Attribute: 'key value',
  BusinessEntity: 'companyName displayName id primary',
  CashRoundingAdjustment: 'paymentSet refundSet',
  ChannelDefinition: 'channelName handle id isMarketplace subChannelName',
  ChannelInformation: 'channelDefinition channelId displayName id',
  OrderApp: 'id name',
  OrderAttribution: 'displayName handle',
  OrderDisputeSummary: 'id initiatedAs status',
  ShopifyPaymentsDispute: 'amount finalizedOn id initiatedAt legacyResourceId status type',

  LineItem: `currentQuantity customAttributes discountAllocations discountedTotalSet discountedUnitPriceAfterAllDiscountsSet
    discountedUnitPriceSet duties id isGiftCard lineItemGroup name nonFulfillableQuantity originalTotalSet
    originalUnitPriceSet priceAfterAllDiscountsBeforeTaxesSet product quantity refundableQuantity requiresShipping sku taxLines
    taxable title totalDiscountSet unfulfilledQuantity variant variantTitle vendor`,
  DiscountAllocation: 'allocatedAmountSet discountApplication',
  DiscountApplication: discountApplication,
  AutomaticDiscountApplication: `${discountApplication} title`,
  DiscountCodeApplication: `${discountApplication} code`,
  ManualDiscountApplication: `${discountApplication} title`,
  ScriptDiscountApplication: `${discountApplication} title`,
  Duty: 'countryCodeOfOrigin harmonizedSystemCode id price taxLines',
  LineItemGroup: 'id quantity title',
  Product: 'category id legacyResourceId productType title',
  ProductVariant: 'id legacyResourceId taxCode',
  TaxonomyCategory: 'fullName id name',
  ShippingLine: `carrierIdentifier code currentDiscountedPriceSet custom deliveryCategory discountAllocations
    discountedPriceSet id isRemoved originalPriceSet source taxLines title`,
  TaxLine: 'channelLiable priceSet rate ratePercentage source title',
  MoneyBag: 'presentmentMoney shopMoney',
  MoneyV2: 'amount currencyCode',

  MailingAddress: `address1 address2 city company country countryCodeV2 firstName id lastName latitude longitude name phone
    province provinceCode zip`,
  Customer: `displayName email firstName id lastName legacyResourceId phone tags taxExempt taxExemptions`,
  PurchasingCompany: 'company location',
  Company: 'externalId id name',
  CompanyLocation: 'externalId id name shippingAddress taxExemptions taxRegistrationId taxSettings',
  CompanyLocationTaxSettings: 'taxExempt taxExemptions taxRegistrationId',
  CompanyAddress: 'address1 address2 city companyName countryCode id province recipient zip zoneCode',
  DeliveryLocalPickupSettings: 'instructions pickupTime',
  Location: `address fulfillsOnlineOrders hasActiveInventory id isActive isFulfillmentService legacyResourceId
    localPickupSettingsV2 name`,
  LocationAddress: 'address1 address2 city country countryCode province provinceCode zip',
  FulfillmentOrder: 'assignedLocation createdAt deliveryMethod destination id orderId status updatedAt',
  FulfillmentOrderAssignedLocation: 'address1 address2 city countryCode location name province zip',
  FulfillmentOrderDestination: `address1 address2 city company countryCode email firstName id lastName location phone
    province zip`,
  DeliveryMethod: 'id methodType presentedName serviceCode',

  OrderTransaction: `amountRoundingSet amountSet createdAt formattedGateway gateway id kind manualPaymentGateway
    parentTransaction paymentId processedAt status test totalUnsettledSet`,
  Refund: `createdAt duties id legacyResourceId note order orderAdjustments processedAt refundLineItems refundShippingLines
    return totalRefundedSet transactions updatedAt`,
  RefundDuty: 'amountSet originalDuty',
  RefundLineItem: 'id lineItem location priceSet quantity restockType restocked subtotalSet totalTaxSet',
  RefundShippingLine: 'id shippingLine subtotalAmountSet taxAmountSet',
  OrderAdjustment: 'amountSet id reason taxAmountSet',
  Return: `closedAt createdAt exchangeLineItems id name order refunds returnLineItems returnShippingFees status
    totalQuantity`,
  ReturnLineItemType: 'id processedQuantity quantity refundableQuantity refundedQuantity',
  ReturnLineItem: `id processedQuantity quantity refundableQuantity refundedQuantity restockingFee
    withCodeDiscountedTotalPriceSet`,
  UnverifiedReturnLineItem: 'id processedQuantity quantity refundableQuantity refundedQuantity',
  ExchangeLineItem: 'id lineItems processableQuantity processedQuantity quantity unprocessedQuantity',
  Fee: 'id',
  ReturnShippingFee: 'amountSet id',
  RestockingFee: 'amountSet id percentage',

  SalesAgreement: agreement,
  OrderAgreement: `${agreement} order`,
  OrderEditAgreement: agreement,
  RefundAgreement: `${agreement} refund`,
  ReturnAgreement: `${agreement} return`,
  Sale: sale,
  AdditionalFeeSale: `${sale} additionalFee`,
  AdjustmentSale: sale,
  DutySale: `${sale} duty`,
  FeeSale: `${sale} fee`,
  GiftCardSale: `${sale} lineItem`,
  ProductSale: `${sale} lineItem`,
  ShippingLineSale: `${sale} shippingLine`,
  TipSale: `${sale} lineItem`,
  UnknownSale: sale,
  SaleAdditionalFee: 'id name price taxLines',
  SaleTax: 'amount id taxLine',

  Shop: `currencyCode email enabledPresentmentCurrencies ianaTimezone id myshopifyDomain name orderNumberFormatPrefix
    orderNumberFormatSuffix plan shopAddress taxShipping taxesIncluded timezoneOffset url`,
  ShopPlan: 'partnerDevelopment publicDisplayName shopifyPlus',
  ShopAddress: 'address1 address2 city countryCodeV2 id provinceCode zip',
  AppInstallation: 'accessScopes app id',
  AccessScope: 'description handle',
  App: 'apiKey handle id title',
  Count: 'count precision',
  PageInfo: 'endCursor hasNextPage hasPreviousPage startCursor',
  Node: 'id',
  LegacyInteroperability: 'legacyResourceId',
  BulkOperation: `completedAt createdAt errorCode fileSize id objectCount partialDataUrl query rootObjectCount status type
    url`,
  BulkOperationCancelPayload: 'bulkOperation userErrors',
  BulkOperationRunQueryPayload: 'bulkOperation userErrors',
  BulkOperationUserError: 'code field message',
  DisplayableError: 'field message',
  UserError: 'field message',
  WebhookSubscription: `apiVersion callbackUrl createdAt filter format id includeFields legacyResourceId name topic updatedAt
    uri`,
  ApiVersion: 'displayName handle supported',
  WebhookSubscriptionCreatePayload: 'userErrors webhookSubscription',
  WebhookSubscriptionDeletePayload: 'deletedWebhookSubscriptionId userErrors',
  WebhookSubscriptionUpdatePayload: 'userErrors webhookSubscription',
};

const parts = new Set(['nodes', 'edges', 'pageInfo', 'node', 'cursor']);
const keptFields = new Map(Object.entries(kept).map(([type, fields]) => [type, new Set(fields.split(/\s+/))]));
const isComposite = ({ kind }) =>
  [Kind.OBJECT_TYPE_DEFINITION, Kind.INTERFACE_TYPE_DEFINITION, Kind.INPUT_OBJECT_TYPE_DEFINITION].includes(kind);

/** Of an input object we keep every field whose type is simple; metafields and the like are not ours. */
const simpleInputs = new Set(['WebhookSubscriptionInput', 'ReturnProcessingStatusFilterInput']);

const pruneType = (definition, byName) => {
  const name = definition.name.value;
  const wanted = keptFields.get(name) ?? (/(Connection|Edge)$/.test(name) ? parts : undefined);
  const fields = definition.fields.filter((field) => {
    if (simpleInputs.has(name)) return byName.get(namedType(field.type))?.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION;
    return definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || wanted?.has(field.name.value);
  });
  const interfaces = definition.interfaces?.filter((one) => keptFields.has(one.name.value));
  return { ...definition, fields, ...(interfaces && { interfaces }) };
};

const namedType = (type) => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type));

/** The types that can be reached from the roots, and the implementors of the interfaces among them. */
const reachable = (definitions) => {
  const byName = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const seen = new Set();
  const visitType = (name) => {
    const definition = byName.get(name);
    if (seen.has(name) || definition === undefined) return;
    seen.add(name);
    visit(definition, { NamedType: (node) => visitType(node.name.value) });
    if (definition.kind !== Kind.INTERFACE_TYPE_DEFINITION || name === 'Node') return;
    for (const other of definitions) {
      if (other.interfaces?.some((one) => one.name.value === name) && keptFields.has(other.name.value)) {
        visitType(other.name.value);
      }
    }
  };
  ['QueryRoot', 'Mutation'].forEach(visitType);
  return definitions.filter((definition) => seen.has(definition.name.value));
};

const withoutProse = (ast) =>
  visit(ast, { enter: (node) => (node.description ? { ...node, description: undefined } : undefined) });

const complainAboutMissing = (version, definitions) => {
  const byName = new Map(definitions.map((definition) => [definition.name.value, definition]));
  for (const [type, fields] of keptFields) {
    const present = new Set(byName.get(type)?.fields?.map((field) => field.name.value));
    const missing = [...fields].filter((field) => !present.has(field));
    if (missing.length > 0) console.error(`${version}: ${type} has no ${missing.join(', ')}`);
  }
};

/** Lists of codes (countries, currencies): a line for each first letter. */
const withWideCodes = (sdl) =>
  sdl.replaceAll(/^(enum \w+ \{\n)((?: +[A-Z]{2,4}(?: @deprecated.*)?\n){50,})\}/gm, (_, head, values) => {
    const lines = [];
    for (const code of values.trim().split(/\n +/)) {
      if (lines.at(-1)?.trim()[0] === code[0]) lines.push(`${lines.pop()} ${code}`);
      else lines.push(`  ${code}`);
    }
    return `${head}${lines.join('\n')}\n}`;
  });

const prune = (version, introspection) => {
  const full = withoutProse(parse(printSchema(buildClientSchema(introspection))));
  const named = full.definitions.filter((definition) => definition.name !== undefined && 'kind' in definition);
  complainAboutMissing(version, named);
  const byName = new Map(named.map((definition) => [definition.name.value, definition]));
  const pruned = named
    .filter(({ kind }) => kind !== Kind.DIRECTIVE_DEFINITION)
    .map((definition) => (isComposite(definition) ? pruneType(definition, byName) : definition));
  const definitions = reachable(pruned);
  const roots = parse('schema { query: QueryRoot mutation: Mutation }').definitions;
  const text = withWideCodes(print({ kind: Kind.DOCUMENT, definitions: [...roots, ...definitions] }));
  assertValidSchema(buildSchema(text)); // throws when a kept field uses a type that was not kept
  return text;
};

const asFile = (version, sdl) =>
  `# Made by scripts/prune-admin-schema.mjs from admin_${version}.json.gz of ${source} (ISC license). Do not edit.\n\n${sdl}`;

/** The differing stretches of two lists of lines: where each starts in the first, what it has there and what replaces it. */
const hunksOf = (old, now) => {
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i][j] = old[i] === now[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const hunks = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const hunk = { at: i, removed: [], added: [] };
    while ((i < old.length || j < now.length) && (i === old.length || j === now.length || old[i] !== now[j])) {
      if (j === now.length || (i < old.length && common[i + 1][j] >= common[i][j + 1])) hunk.removed.push(old[i++]);
      else hunk.added.push(now[j++]);
    }
    hunks.push(hunk);
  }
  return hunks;
};

const asText = (lines) => lines.map((line) => `${line}\n`).join('');

/**
 * A version, as replacements in another one: nearly all of it is the same.
 *
 * @throws when the replacements do not give it
 */
const asPatch = (base, version, from, to) => {
  const old = from.split('\n').slice(0, -1);
  const replacements = hunksOf(old, to.split('\n').slice(0, -1)).map(({ at, removed, added }) => {
    let context = '';
    for (let size = 1; from.split(`${context}${asText(removed)}`).length !== 2; size += 1) {
      context = asText(old.slice(at - size, at));
    }
    return [`${context}${asText(removed)}`, `${context}${asText(added)}`];
  });
  if (replacements.reduce((text, [before, after]) => text.replace(before, after), from) !== to) {
    throw new Error(`the patch does not give ${version}`);
  }
  const chain = replacements.map((pair) => `.replace(${pair.map((text) => JSON.stringify(text)).join(', ')})`);
  return `// Made by scripts/prune-admin-schema.mjs from admin_${version}.json.gz of ${source} (ISC license). Do not edit.
import { ${nameOf(base)} } from '${importOf(base, version)}';

/** Shopify's Admin schema of version ${version}: that of ${base} with what differs. */
export const ${nameOf(version)}: string = ${nameOf(base)}${chain.join('')};
`;
};

const download = (folder) => {
  const run = (command, ...rest) => execFileSync(command, rest, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  run('npm', 'pack', source, '--silent');
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  run('tar', '-xzf', archive);
  return join(folder, 'package', 'dist', 'data');
};

const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'admin-schema-'));
try {
  const directory = given ?? download(folder);
  const [base, ...later] = versions;
  const schemaOf = (version) => {
    const answer = JSON.parse(gunzipSync(readFileSync(join(directory, `admin_${version}.json.gz`))).toString());
    return `${prune(version, answer.data)}\n`;
  };
  const schema = schemaOf(base);
  writeFileSync(new URL(`admin-${base}.graphql`, target), asFile(base, schema));
  for (const version of later) {
    writeFileSync(new URL(`admin-${version}.ts`, target), asPatch(base, version, schema, schemaOf(version)));
  }
  const latest = versions.at(-1);
  for (const version of tested) {
    const patch = asPatch(latest, version, schemaOf(latest), schemaOf(version));
    writeFileSync(new URL(`admin-${version}.ts`, testedTarget), patch);
  }
} finally {
  if (given === undefined) rmSync(folder, { recursive: true });
}
