// Made by scripts/prune-admin-schema.mjs from admin_2026-07.json.gz of @shopify/dev-mcp@1.16.0 (ISC license). Do not edit.

/** Shopify's Admin schema of version 2026-07, cut down to what orders need, in GraphQL's schema language. */
// oxlint-disable-next-line typescript/no-inferrable-types -- a literal type would be the schema once more, in the declarations
export const adminSchema2026_07: string = `schema {
  query: QueryRoot
  mutation: Mutation
}

type AccessScope {
  description: String!
  handle: String!
}

type AdditionalFee implements Node {
  id: ID!
  name: String!
  price: MoneyBag!
  taxLines: [TaxLine!]!
}

type AdditionalFeeSale implements Sale {
  actionType: SaleActionType!
  additionalFee: SaleAdditionalFee!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type AdjustmentSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type ApiVersion {
  displayName: String!
  handle: String!
  supported: Boolean!
}

type App implements Node {
  apiKey: String!
  handle: String
  id: ID!
  title: String!
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  app: App!
  id: ID!
}

type Attribute {
  key: String!
  value: String
}

type AutomaticDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
}

type BulkOperation implements Node {
  completedAt: DateTime
  createdAt: DateTime!
  errorCode: BulkOperationErrorCode
  fileSize: UnsignedInt64
  id: ID!
  objectCount: UnsignedInt64!
  partialDataUrl: URL
  query: String!
  rootObjectCount: UnsignedInt64!
  status: BulkOperationStatus!
  type: BulkOperationType!
  url: URL
}

type BulkOperationCancelPayload {
  bulkOperation: BulkOperation
  userErrors: [UserError!]!
}

type BulkOperationConnection {
  edges: [BulkOperationEdge!]!
  nodes: [BulkOperation!]!
  pageInfo: PageInfo!
}

type BulkOperationEdge {
  cursor: String!
  node: BulkOperation!
}

enum BulkOperationErrorCode {
  ACCESS_DENIED
  INTERNAL_SERVER_ERROR
  TIMEOUT
}

type BulkOperationRunQueryPayload {
  bulkOperation: BulkOperation
  userErrors: [BulkOperationUserError!]!
}

enum BulkOperationStatus {
  CANCELED
  CANCELING
  COMPLETED
  CREATED
  EXPIRED
  FAILED
  RUNNING
}

enum BulkOperationType {
  MUTATION
  QUERY
}

type BulkOperationUserError implements DisplayableError {
  code: BulkOperationUserErrorCode
  field: [String!]
  message: String!
}

enum BulkOperationUserErrorCode {
  INVALID
  LIMIT_REACHED
  OPERATION_IN_PROGRESS
}

enum BulkOperationsSortKeys {
  COMPLETED_AT
  CREATED_AT
}

type BusinessEntity implements Node {
  companyName: String
  displayName: String!
  id: ID!
  primary: Boolean!
}

type CashRoundingAdjustment {
  paymentSet: MoneyBag!
  refundSet: MoneyBag!
}

type ChannelDefinition implements Node {
  channelName: String! @deprecated(reason: "Use [\`OrderAttributionDefinition.displayName\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttributionDefinition#field-OrderAttributionDefinition.fields.displayName) instead.")
  handle: String! @deprecated(reason: "Use [\`OrderAttributionDefinition.handle\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttributionDefinition#field-OrderAttributionDefinition.fields.handle) instead.")
  id: ID! @deprecated(reason: "Use [\`OrderAttributionDefinition.id\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttributionDefinition#field-OrderAttributionDefinition.fields.id) instead.")
  isMarketplace: Boolean! @deprecated(reason: "Use [\`OrderAttributionDefinition.handle\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttributionDefinition#field-OrderAttributionDefinition.fields.handle) instead.")
  subChannelName: String! @deprecated(reason: "Use [\`OrderAttributionDefinition.displayName\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttributionDefinition#field-OrderAttributionDefinition.fields.displayName) instead.")
}

type ChannelInformation implements Node {
  channelDefinition: ChannelDefinition @deprecated(reason: "Use [\`QueryRoot.orderAttributionDefinitions\`](https://shopify.dev/docs/api/admin-graphql/latest/queries/orderAttributionDefinitions) and select \`id\`, \`handle\`, \`displayName\`, and \`icon\` instead.")
  channelId: ID! @deprecated(reason: "Use [\`Order.attribution.handle\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttribution#field-OrderAttribution.fields.handle) instead.")
  displayName: String @deprecated(reason: "Use [\`Order.attribution.displayName\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttribution#field-OrderAttribution.fields.displayName) instead.")
  id: ID! @deprecated(reason: "Use [\`Order.attribution.handle\`](https://shopify.dev/docs/api/admin-graphql/latest/objects/OrderAttribution#field-OrderAttribution.fields.handle) instead.")
}

enum ColumnDataType {
  ARRAY
  BOOLEAN
  COLOR
  CUMULATIVE
  DAY_DURATION
  DAY_OF_WEEK
  DAY_TIMESTAMP
  DECIMAL
  ENTITY
  FLOAT
  GEO_COORDINATE
  HOUR_DURATION
  HOUR_OF_DAY
  HOUR_TIMESTAMP
  IDENTITY
  INTEGER
  MILLISECOND_DURATION
  MINUTE_DURATION
  MINUTE_TIMESTAMP
  MONEY
  MONTH_OF_YEAR
  MONTH_TIMESTAMP
  MULTIPLIER
  PERCENT
  QUARTER_TIMESTAMP
  RATING
  SECOND_DURATION
  SECOND_TIMESTAMP
  STRING
  STRING_IDENTITY
  TIMESTAMP
  UNITLESS_SCALAR
  UNSPECIFIED
  WEEK_OF_YEAR
  WEEK_TIMESTAMP
  YEAR_TIMESTAMP
}

type Company implements Node {
  externalId: String
  id: ID!
  name: String!
}

type CompanyAddress implements Node {
  address1: String!
  address2: String
  city: String
  companyName: String!
  countryCode: CountryCode!
  id: ID!
  province: String
  recipient: String
  zip: String
  zoneCode: String
}

type CompanyLocation implements Node {
  externalId: String
  id: ID!
  name: String!
  shippingAddress: CompanyAddress
  taxExemptions: [TaxExemption!]! @deprecated(reason: "Use \`taxSettings\` instead.")
  taxRegistrationId: String @deprecated(reason: "Use \`taxSettings\` instead.")
  taxSettings: CompanyLocationTaxSettings!
}

type CompanyLocationTaxSettings {
  taxExempt: Boolean!
  taxExemptions: [TaxExemption!]!
  taxRegistrationId: String
}

type Count {
  count: Int!
  precision: CountPrecision!
}

enum CountPrecision {
  AT_LEAST
  EXACT
}

enum CountryCode {
  AC AD AE AF AG AI AL AM AN AO AR AT AU AW AX AZ
  BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
  DE DJ DK DM DO DZ
  EC EE EG EH ER ES ET
  FI FJ FK FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GW GY
  HK HM HN HR HT HU
  ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ
  LA LB LC LI LK LR LS LT LU LV LY
  MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ
  OM
  PA PE PF PG PH PK PL PM PN PS PT PY
  QA
  RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
  TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ
  VA VC VE VG VN VU
  WF WS
  XK
  YE YT
  ZA ZM ZW ZZ
}

enum CurrencyCode {
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN
  BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BYR @deprecated(reason: "Use \`BYN\` instead.") BZD
  CAD CDF CHF CLP CNY COP CRC CVE CZK
  DJF DKK DOP DZD
  EGP ERN ETB EUR
  FJD FKP
  GBP GEL GHS GIP GMD GNF GTQ GYD
  HKD HNL HRK HTG HUF
  IDR ILS INR IQD IRR ISK
  JEP JMD JOD JPY
  KES KGS KHR KID KMF KRW KWD KYD KZT
  LAK LBP LKR LRD LSL LTL LVL LYD
  MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN
  NAD NGN NIO NOK NPR NZD
  OMR
  PAB PEN PGK PHP PKR PLN PYG
  QAR
  RON RSD RUB RWF
  SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP STD @deprecated(reason: "Use \`STN\` instead.") STN SYP SZL
  THB TJS TMT TND TOP TRY TTD TWD TZS
  UAH UGX USD USDC UYU UZS
  VED VEF @deprecated(reason: "Use \`VES\` instead.") VES VND VUV
  WST
  XAF XCD XOF XPF XXX
  YER
  ZAR ZMW
}

type Customer implements LegacyInteroperability & Node {
  displayName: String!
  email: String @deprecated(reason: "Use \`defaultEmailAddress.emailAddress\` instead.")
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  phone: String @deprecated(reason: "Use \`defaultPhoneNumber.phoneNumber\` instead.")
  tags: [String!]!
  taxExempt: Boolean!
  taxExemptions: [TaxExemption!]!
}

scalar DateTime

scalar Decimal

type DeliveryMethod implements Node {
  id: ID!
  methodType: DeliveryMethodType!
  presentedName: String
  serviceCode: String
}

enum DeliveryMethodType {
  LOCAL
  NONE
  PICKUP_POINT
  PICK_UP
  RETAIL
  SHIPPING
}

type DiscountAllocation {
  allocatedAmountSet: MoneyBag!
  discountApplication: DiscountApplication!
}

interface DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
}

enum DiscountApplicationAllocationMethod {
  ACROSS
  EACH
  ONE @deprecated(reason: "Use ACROSS instead.")
}

type DiscountApplicationConnection {
  edges: [DiscountApplicationEdge!]!
  nodes: [DiscountApplication!]!
  pageInfo: PageInfo!
}

type DiscountApplicationEdge {
  cursor: String!
  node: DiscountApplication!
}

enum DiscountApplicationTargetSelection {
  ALL
  ENTITLED
  EXPLICIT
}

enum DiscountApplicationTargetType {
  LINE_ITEM
  SHIPPING_LINE
}

type DiscountCodeApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  code: String!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
}

interface DisplayableError {
  field: [String!]
  message: String!
}

enum DisputeStatus {
  ACCEPTED
  CHARGE_REFUNDED @deprecated(reason: "CHARGE_REFUNDED is no longer supported.")
  LOST
  NEEDS_RESPONSE
  PREVENTED
  UNDER_REVIEW
  WON
}

enum DisputeType {
  CHARGEBACK
  INQUIRY
}

type Duty implements Node {
  countryCodeOfOrigin: CountryCode
  harmonizedSystemCode: String
  id: ID!
  price: MoneyBag!
  taxLines: [TaxLine!]!
}

type DutySale implements Sale {
  actionType: SaleActionType!
  duty: Duty!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type ExchangeLineItem implements Node {
  id: ID!
  lineItems: [LineItem!]
  processableQuantity: Int!
  processedQuantity: Int!
  quantity: Int!
  unprocessedQuantity: Int!
}

type ExchangeLineItemConnection {
  edges: [ExchangeLineItemEdge!]!
  nodes: [ExchangeLineItem!]!
  pageInfo: PageInfo!
}

type ExchangeLineItemEdge {
  cursor: String!
  node: ExchangeLineItem!
}

interface Fee {
  id: ID!
}

type FeeSale implements Sale {
  actionType: SaleActionType!
  fee: Fee
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type FulfillmentOrder implements Node {
  assignedLocation: FulfillmentOrderAssignedLocation!
  createdAt: DateTime!
  deliveryMethod: DeliveryMethod
  destination: FulfillmentOrderDestination
  id: ID!
  orderId: ID!
  status: FulfillmentOrderStatus!
  updatedAt: DateTime!
}

type FulfillmentOrderAssignedLocation {
  address1: String
  address2: String
  city: String
  countryCode: CountryCode!
  location: Location
  name: String!
  province: String
  zip: String
}

type FulfillmentOrderConnection {
  edges: [FulfillmentOrderEdge!]!
  nodes: [FulfillmentOrder!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderDestination implements Node {
  address1: String
  address2: String
  city: String
  company: String
  countryCode: CountryCode
  email: String
  firstName: String
  id: ID!
  lastName: String
  location: Location
  phone: String
  province: String
  zip: String
}

type FulfillmentOrderEdge {
  cursor: String!
  node: FulfillmentOrder!
}

enum FulfillmentOrderStatus {
  CANCELLED
  CLOSED
  INCOMPLETE
  IN_PROGRESS
  ON_HOLD
  OPEN
  SCHEDULED
}

type GiftCardSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineItem: LineItem!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

scalar JSON

interface LegacyInteroperability {
  legacyResourceId: UnsignedInt64!
}

type LineItem implements Node {
  currentQuantity: Int!
  customAttributes: [Attribute!]!
  discountAllocations: [DiscountAllocation!]!
  discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag!
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
  discountedUnitPriceSet: MoneyBag!
  duties: [Duty!]!
  id: ID!
  isGiftCard: Boolean!
  lineItemGroup: LineItemGroup
  name: String!
  nonFulfillableQuantity: Int!
  originalTotalSet: MoneyBag!
  originalUnitPriceSet: MoneyBag!
  priceAfterAllDiscountsBeforeTaxesSet: MoneyBag!
  product: Product
  quantity: Int!
  refundableQuantity: Int!
  requiresShipping: Boolean!
  sku: String
  taxLines(first: Int): [TaxLine!]!
  taxable: Boolean!
  title: String!
  totalDiscountSet: MoneyBag!
  unfulfilledQuantity: Int!
  variant: ProductVariant
  variantTitle: String
  vendor: String
}

type LineItemConnection {
  edges: [LineItemEdge!]!
  nodes: [LineItem!]!
  pageInfo: PageInfo!
}

type LineItemEdge {
  cursor: String!
  node: LineItem!
}

type LineItemGroup implements Node {
  id: ID!
  quantity: Int!
  title: String!
}

type Location implements LegacyInteroperability & Node {
  address: LocationAddress!
  id: ID!
  isActive: Boolean!
  legacyResourceId: UnsignedInt64!
  name: String!
}

type LocationAddress {
  address1: String
  address2: String
  city: String
  country: String
  countryCode: String
  province: String
  provinceCode: String
  zip: String
}

type MailingAddress implements Node {
  address1: String
  address2: String
  city: String
  company: String
  country: String
  countryCodeV2: CountryCode
  firstName: String
  id: ID!
  lastName: String
  latitude: Float
  longitude: Float
  name: String
  phone: String
  province: String
  provinceCode: String
  zip: String
}

type ManualDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
}

scalar Money

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type Mutation {
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
}

interface Node {
  id: ID!
}

type Order implements LegacyInteroperability & Node {
  additionalFees: [AdditionalFee!]!
  agreements(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false): SalesAgreementConnection!
  app: OrderApp
  attribution: OrderAttribution
  billingAddress: MailingAddress
  billingAddressMatchesShippingAddress: Boolean!
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  cartDiscountAmountSet: MoneyBag
  channelInformation: ChannelInformation @deprecated(reason: "Use \`attribution\` instead.")
  closed: Boolean!
  closedAt: DateTime
  confirmationNumber: String
  confirmed: Boolean!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentCartDiscountAmountSet: MoneyBag!
  currentShippingPriceSet: MoneyBag!
  currentSubtotalLineItemsQuantity: Int!
  currentSubtotalPriceSet: MoneyBag!
  currentTaxLines: [TaxLine!]!
  currentTotalAdditionalFeesSet: MoneyBag
  currentTotalDiscountsSet: MoneyBag!
  currentTotalDutiesSet: MoneyBag
  currentTotalPriceSet: MoneyBag!
  currentTotalTaxSet: MoneyBag!
  customAttributes: [Attribute!]!
  customer: Customer
  discountApplications(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): DiscountApplicationConnection!
  discountCode: String
  discountCodes: [String!]!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  disputes: [OrderDisputeSummary!]!
  dutiesIncluded: Boolean!
  edited: Boolean!
  email: String
  estimatedTaxes: Boolean!
  fulfillmentOrders(after: String, before: String, displayable: Boolean = false, first: Int, last: Int, query: String, reverse: Boolean = false): FulfillmentOrderConnection!
  fullyPaid: Boolean!
  id: ID!
  legacyResourceId: UnsignedInt64!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): LineItemConnection!
  merchantBusinessEntity: BusinessEntity!
  merchantOfRecordApp: OrderApp
  name: String!
  netPaymentSet: MoneyBag!
  note: String
  number: Int!
  originalTotalAdditionalFeesSet: MoneyBag
  originalTotalDutiesSet: MoneyBag
  originalTotalPriceSet: MoneyBag!
  paymentGatewayNames: [String!]!
  phone: String
  physicalLocation: Location @deprecated(reason: "Use \`fulfillmentOrders\` to get the fulfillment location for the order")
  poNumber: String
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  productNetwork: Boolean!
  purchasingEntity: PurchasingEntity
  refundDiscrepancySet: MoneyBag!
  refunds(first: Int): [Refund!]!
  requiresShipping: Boolean!
  retailLocation: Location
  returnStatus: OrderReturnStatus!
  returns(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false): ReturnConnection!
  shippingAddress: MailingAddress
  shippingLine: ShippingLine
  shippingLines(after: String, before: String, first: Int, includeRemovals: Boolean = false, last: Int, reverse: Boolean = false): ShippingLineConnection!
  sourceIdentifier: String
  sourceName: String
  subtotalLineItemsQuantity: Int!
  subtotalPriceSet: MoneyBag
  tags: [String!]!
  taxExempt: Boolean!
  taxLines: [TaxLine!]!
  taxesIncluded: Boolean!
  test: Boolean!
  totalCapturableSet: MoneyBag!
  totalCashRoundingAdjustment: CashRoundingAdjustment!
  totalDiscountsSet: MoneyBag
  totalOutstandingSet: MoneyBag!
  totalPrice: Money! @deprecated(reason: "Use \`totalPriceSet\` instead.")
  totalPriceSet: MoneyBag!
  totalReceivedSet: MoneyBag!
  totalRefundedSet: MoneyBag!
  totalRefundedShippingSet: MoneyBag!
  totalShippingPriceSet: MoneyBag!
  totalTax: Money @deprecated(reason: "Use \`totalTaxSet\` instead.")
  totalTaxSet: MoneyBag
  totalTipReceivedSet: MoneyBag!
  transactions(capturable: Boolean, first: Int, manuallyResolvable: Boolean): [OrderTransaction!]!
  transactionsCount: Count
  unpaid: Boolean!
  updatedAt: DateTime!
}

enum OrderActionType {
  ORDER
  ORDER_EDIT
  REFUND
  RETURN
  UNKNOWN
}

type OrderAdjustment implements Node {
  amountSet: MoneyBag!
  id: ID!
  reason: OrderAdjustmentDiscrepancyReason
  taxAmountSet: MoneyBag!
}

type OrderAdjustmentConnection {
  edges: [OrderAdjustmentEdge!]!
  nodes: [OrderAdjustment!]!
  pageInfo: PageInfo!
}

enum OrderAdjustmentDiscrepancyReason {
  CUSTOMER
  DAMAGE
  FULL_RETURN_BALANCING_ADJUSTMENT
  PENDING_REFUND_DISCREPANCY
  REFUND_DISCREPANCY
  RESTOCK
}

type OrderAdjustmentEdge {
  cursor: String!
  node: OrderAdjustment!
}

type OrderAgreement implements SalesAgreement {
  app: App
  happenedAt: DateTime!
  id: ID!
  order: Order!
  reason: OrderActionType!
  sales(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): SaleConnection!
}

type OrderApp {
  id: ID!
  name: String!
}

type OrderAttribution {
  displayName: String!
  handle: String!
}

enum OrderCancelReason {
  CUSTOMER
  DECLINED
  FRAUD
  INVENTORY
  OTHER
  STAFF
}

type OrderConnection {
  edges: [OrderEdge!]!
  nodes: [Order!]!
  pageInfo: PageInfo!
}

enum OrderDisplayFinancialStatus {
  AUTHORIZED
  EXPIRED
  PAID
  PARTIALLY_PAID
  PARTIALLY_REFUNDED
  PENDING
  REFUNDED
  VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED
  IN_PROGRESS
  ON_HOLD
  OPEN
  PARTIALLY_FULFILLED
  PENDING_FULFILLMENT
  REQUEST_DECLINED
  RESTOCKED
  SCHEDULED
  UNFULFILLED
}

type OrderDisputeSummary implements Node {
  id: ID!
  initiatedAs: DisputeType!
  status: DisputeStatus!
}

type OrderEdge {
  cursor: String!
  node: Order!
}

type OrderEditAgreement implements SalesAgreement {
  app: App
  happenedAt: DateTime!
  id: ID!
  reason: OrderActionType!
  sales(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): SaleConnection!
}

enum OrderReturnStatus {
  INSPECTION_COMPLETE
  IN_PROGRESS
  NO_RETURN
  RETURNED
  RETURN_FAILED
  RETURN_REQUESTED
}

enum OrderSortKeys {
  CREATED_AT
  CURRENT_TOTAL_PRICE
  CUSTOMER_NAME
  DESTINATION
  FINANCIAL_STATUS
  FULFILLMENT_STATUS
  ID
  ORDER_NUMBER
  PO_NUMBER
  PROCESSED_AT
  RELEVANCE
  TOTAL_ITEMS_QUANTITY
  TOTAL_PRICE
  UPDATED_AT
}

type OrderTransaction implements Node {
  amountRoundingSet: MoneyBag
  amountSet: MoneyBag!
  createdAt: DateTime!
  formattedGateway: String
  gateway: String
  id: ID!
  kind: OrderTransactionKind!
  manualPaymentGateway: Boolean!
  parentTransaction: OrderTransaction
  paymentId: String
  processedAt: DateTime
  status: OrderTransactionStatus!
  test: Boolean!
  totalUnsettledSet: MoneyBag
}

type OrderTransactionConnection {
  edges: [OrderTransactionEdge!]!
  nodes: [OrderTransaction!]!
  pageInfo: PageInfo!
}

type OrderTransactionEdge {
  cursor: String!
  node: OrderTransaction!
}

enum OrderTransactionKind {
  AUTHORIZATION
  CAPTURE
  CHANGE
  EMV_AUTHORIZATION
  REFUND
  SALE
  SUGGESTED_REFUND
  VOID
}

enum OrderTransactionStatus {
  AWAITING_RESPONSE
  ERROR
  FAILURE
  PENDING
  SUCCESS
  UNKNOWN
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type Product implements LegacyInteroperability & Node {
  category: TaxonomyCategory
  id: ID!
  legacyResourceId: UnsignedInt64!
  productType: String!
  title: String!
}

type ProductSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineItem: LineItem!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type ProductVariant implements LegacyInteroperability & Node {
  id: ID!
  legacyResourceId: UnsignedInt64!
  taxCode: String @deprecated(reason: "This field should no longer be used in new integrations. This field will not be available in future API versions.")
}

type PurchasingCompany {
  company: Company!
  location: CompanyLocation!
}

union PurchasingEntity = Customer | PurchasingCompany

type QueryRoot {
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: BulkOperationsSortKeys = CREATED_AT): BulkOperationConnection!
  currentAppInstallation: AppInstallation!
  dispute(id: ID!): ShopifyPaymentsDispute
  location(id: ID): Location
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  ordersCount(limit: Int = 10000, query: String, savedSearchId: ID): Count
  refund(id: ID!): Refund
  return(id: ID!): Return
  shop: Shop!
  shopifyqlQuery(query: String!): ShopifyqlQueryResponse
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(after: String, before: String, callbackUrl: URL @deprecated(reason: "Use \`uri\` instead."), first: Int, format: WebhookSubscriptionFormat, last: Int, query: String, reverse: Boolean = false, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
  webhookSubscriptionsCount(limit: Int = 10000, query: String): Count
}

type Refund implements LegacyInteroperability & Node {
  createdAt: DateTime
  duties: [RefundDuty!]
  id: ID!
  legacyResourceId: UnsignedInt64!
  note: String
  order: Order!
  orderAdjustments(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): OrderAdjustmentConnection!
  processedAt: DateTime!
  refundLineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): RefundLineItemConnection!
  refundShippingLines(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): RefundShippingLineConnection!
  return: Return
  totalRefundedSet: MoneyBag!
  transactions(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): OrderTransactionConnection!
  updatedAt: DateTime!
}

type RefundAgreement implements SalesAgreement {
  app: App
  happenedAt: DateTime!
  id: ID!
  reason: OrderActionType!
  refund: Refund!
  sales(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): SaleConnection!
}

type RefundConnection {
  edges: [RefundEdge!]!
  nodes: [Refund!]!
  pageInfo: PageInfo!
}

type RefundDuty {
  amountSet: MoneyBag!
  originalDuty: Duty
}

type RefundEdge {
  cursor: String!
  node: Refund!
}

type RefundLineItem {
  id: ID
  lineItem: LineItem!
  location: Location
  priceSet: MoneyBag!
  quantity: Int!
  restockType: RefundLineItemRestockType!
  restocked: Boolean!
  subtotalSet: MoneyBag!
  totalTaxSet: MoneyBag!
}

type RefundLineItemConnection {
  edges: [RefundLineItemEdge!]!
  nodes: [RefundLineItem!]!
  pageInfo: PageInfo!
}

type RefundLineItemEdge {
  cursor: String!
  node: RefundLineItem!
}

enum RefundLineItemRestockType {
  CANCEL
  LEGACY_RESTOCK
  NO_RESTOCK
  RETURN
}

type RefundShippingLine implements Node {
  id: ID!
  shippingLine: ShippingLine!
  subtotalAmountSet: MoneyBag!
  taxAmountSet: MoneyBag!
}

type RefundShippingLineConnection {
  edges: [RefundShippingLineEdge!]!
  nodes: [RefundShippingLine!]!
  pageInfo: PageInfo!
}

type RefundShippingLineEdge {
  cursor: String!
  node: RefundShippingLine!
}

type RestockingFee implements Fee {
  amountSet: MoneyBag!
  id: ID!
  percentage: Float!
}

type Return implements Node {
  closedAt: DateTime
  createdAt: DateTime!
  exchangeLineItems(after: String, before: String, first: Int, includeRemovedItems: Boolean = false, last: Int, processingStatus: ReturnProcessingStatusFilterInput, reverse: Boolean = false): ExchangeLineItemConnection!
  id: ID!
  name: String!
  order: Order!
  refunds(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): RefundConnection!
  returnLineItems(after: String, before: String, first: Int, last: Int, processingStatus: ReturnProcessingStatusFilterInput, reverse: Boolean = false): ReturnLineItemTypeConnection!
  returnShippingFees: [ReturnShippingFee!]!
  status: ReturnStatus!
  totalQuantity: Int!
}

type ReturnAgreement implements SalesAgreement {
  app: App
  happenedAt: DateTime!
  id: ID!
  reason: OrderActionType!
  return: Return!
  sales(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): SaleConnection!
}

type ReturnConnection {
  edges: [ReturnEdge!]!
  nodes: [Return!]!
  pageInfo: PageInfo!
}

type ReturnEdge {
  cursor: String!
  node: Return!
}

type ReturnLineItem implements Node & ReturnLineItemType {
  id: ID!
  processedQuantity: Int!
  quantity: Int!
  refundableQuantity: Int!
  refundedQuantity: Int!
  restockingFee: RestockingFee
  withCodeDiscountedTotalPriceSet: MoneyBag!
}

interface ReturnLineItemType implements Node {
  id: ID!
  processedQuantity: Int!
  quantity: Int!
  refundableQuantity: Int!
  refundedQuantity: Int!
}

type ReturnLineItemTypeConnection {
  edges: [ReturnLineItemTypeEdge!]!
  nodes: [ReturnLineItemType!]!
  pageInfo: PageInfo!
}

type ReturnLineItemTypeEdge {
  cursor: String!
  node: ReturnLineItemType!
}

enum ReturnProcessingStatusFilterInput {
  PROCESSABLE
  PROCESSED
}

type ReturnShippingFee implements Fee {
  amountSet: MoneyBag!
  id: ID!
}

enum ReturnStatus {
  CANCELED
  CLOSED
  DECLINED
  OPEN
  REQUESTED
}

interface Sale {
  actionType: SaleActionType!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

enum SaleActionType {
  ORDER
  RETURN
  UNKNOWN
  UPDATE
}

type SaleAdditionalFee implements Node {
  id: ID!
  name: String!
  price: MoneyBag!
  taxLines: [TaxLine!]!
}

type SaleConnection {
  edges: [SaleEdge!]!
  nodes: [Sale!]!
  pageInfo: PageInfo!
}

type SaleEdge {
  cursor: String!
  node: Sale!
}

enum SaleLineType {
  ADDITIONAL_FEE
  ADJUSTMENT
  DUTY
  FEE
  GIFT_CARD
  PRODUCT
  SHIPPING
  TIP
  UNKNOWN
}

type SaleTax {
  amount: MoneyBag!
  id: ID!
  taxLine: TaxLine!
}

interface SalesAgreement {
  app: App
  happenedAt: DateTime!
  id: ID!
  reason: OrderActionType!
  sales(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): SaleConnection!
}

type SalesAgreementConnection {
  edges: [SalesAgreementEdge!]!
  nodes: [SalesAgreement!]!
  pageInfo: PageInfo!
}

type SalesAgreementEdge {
  cursor: String!
  node: SalesAgreement!
}

type ScriptDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
}

type ShippingLine {
  carrierIdentifier: String
  code: String
  currentDiscountedPriceSet: MoneyBag!
  custom: Boolean!
  deliveryCategory: String
  discountAllocations: [DiscountAllocation!]!
  discountedPriceSet: MoneyBag!
  id: ID
  isRemoved: Boolean!
  originalPriceSet: MoneyBag!
  source: String
  taxLines: [TaxLine!]!
  title: String!
}

type ShippingLineConnection {
  edges: [ShippingLineEdge!]!
  nodes: [ShippingLine!]!
  pageInfo: PageInfo!
}

type ShippingLineEdge {
  cursor: String!
  node: ShippingLine!
}

type ShippingLineSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  shippingLine: ShippingLine
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

type Shop implements Node {
  currencyCode: CurrencyCode!
  email: String!
  enabledPresentmentCurrencies: [CurrencyCode!]!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  orderNumberFormatPrefix: String!
  orderNumberFormatSuffix: String!
  plan: ShopPlan!
  shopAddress: ShopAddress!
  taxShipping: Boolean!
  taxesIncluded: Boolean!
  timezoneOffset: String!
  url: URL!
}

type ShopAddress implements Node {
  address1: String
  address2: String
  city: String
  countryCodeV2: CountryCode
  id: ID!
  provinceCode: String
  zip: String
}

type ShopPlan {
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type ShopifyPaymentsDispute implements LegacyInteroperability & Node {
  amount: MoneyV2!
  finalizedOn: DateTime
  id: ID!
  initiatedAt: DateTime!
  legacyResourceId: UnsignedInt64!
  status: DisputeStatus!
  type: DisputeType!
}

type ShopifyqlQueryResponse {
  parseErrors: [String!]!
  tableData: ShopifyqlTableData
}

type ShopifyqlTableData {
  columns: [ShopifyqlTableDataColumn!]!
  rows: JSON!
}

type ShopifyqlTableDataColumn {
  dataType: ColumnDataType!
  displayName: String!
  name: String!
}

enum TaxExemption {
  CA_BC_COMMERCIAL_FISHERY_EXEMPTION
  CA_BC_CONTRACTOR_EXEMPTION
  CA_BC_PRODUCTION_AND_MACHINERY_EXEMPTION
  CA_BC_RESELLER_EXEMPTION
  CA_BC_SUB_CONTRACTOR_EXEMPTION
  CA_DIPLOMAT_EXEMPTION
  CA_MB_COMMERCIAL_FISHERY_EXEMPTION
  CA_MB_FARMER_EXEMPTION
  CA_MB_RESELLER_EXEMPTION
  CA_NL_VPT_RESELLER_EXEMPTION
  CA_NS_COMMERCIAL_FISHERY_EXEMPTION
  CA_NS_FARMER_EXEMPTION
  CA_ON_PURCHASE_EXEMPTION
  CA_PE_COMMERCIAL_FISHERY_EXEMPTION
  CA_SK_COMMERCIAL_FISHERY_EXEMPTION
  CA_SK_CONTRACTOR_EXEMPTION
  CA_SK_FARMER_EXEMPTION
  CA_SK_PRODUCTION_AND_MACHINERY_EXEMPTION
  CA_SK_RESELLER_EXEMPTION
  CA_SK_SUB_CONTRACTOR_EXEMPTION
  CA_SK_VPT_RESELLER_EXEMPTION
  CA_STATUS_CARD_EXEMPTION
  EU_REVERSE_CHARGE_EXEMPTION_RULE
  US_AK_RESELLER_EXEMPTION
  US_AL_RESELLER_EXEMPTION
  US_AR_RESELLER_EXEMPTION
  US_AZ_RESELLER_EXEMPTION
  US_CA_RESELLER_EXEMPTION
  US_CO_RESELLER_EXEMPTION
  US_CT_RESELLER_EXEMPTION
  US_DC_RESELLER_EXEMPTION
  US_DE_RESELLER_EXEMPTION
  US_FL_RESELLER_EXEMPTION
  US_GA_RESELLER_EXEMPTION
  US_HI_RESELLER_EXEMPTION
  US_IA_RESELLER_EXEMPTION
  US_ID_RESELLER_EXEMPTION
  US_IL_RESELLER_EXEMPTION
  US_IN_RESELLER_EXEMPTION
  US_KS_RESELLER_EXEMPTION
  US_KY_RESELLER_EXEMPTION
  US_LA_RESELLER_EXEMPTION
  US_MA_RESELLER_EXEMPTION
  US_MD_RESELLER_EXEMPTION
  US_ME_RESELLER_EXEMPTION
  US_MI_RESELLER_EXEMPTION
  US_MN_RESELLER_EXEMPTION
  US_MO_RESELLER_EXEMPTION
  US_MS_RESELLER_EXEMPTION
  US_MT_RESELLER_EXEMPTION
  US_NC_RESELLER_EXEMPTION
  US_ND_RESELLER_EXEMPTION
  US_NE_RESELLER_EXEMPTION
  US_NH_RESELLER_EXEMPTION
  US_NJ_RESELLER_EXEMPTION
  US_NM_RESELLER_EXEMPTION
  US_NV_RESELLER_EXEMPTION
  US_NY_RESELLER_EXEMPTION
  US_OH_RESELLER_EXEMPTION
  US_OK_RESELLER_EXEMPTION
  US_OR_RESELLER_EXEMPTION
  US_PA_RESELLER_EXEMPTION
  US_RI_RESELLER_EXEMPTION
  US_SC_RESELLER_EXEMPTION
  US_SD_RESELLER_EXEMPTION
  US_TN_RESELLER_EXEMPTION
  US_TX_RESELLER_EXEMPTION
  US_UT_RESELLER_EXEMPTION
  US_VA_RESELLER_EXEMPTION
  US_VT_RESELLER_EXEMPTION
  US_WA_RESELLER_EXEMPTION
  US_WI_RESELLER_EXEMPTION
  US_WV_RESELLER_EXEMPTION
  US_WY_RESELLER_EXEMPTION
}

type TaxLine {
  channelLiable: Boolean
  priceSet: MoneyBag!
  rate: Float
  ratePercentage: Float
  source: String
  title: String!
}

type TaxonomyCategory implements Node {
  fullName: String!
  id: ID!
  name: String!
}

type TipSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineItem: LineItem!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

scalar URL

type UnknownSale implements Sale {
  actionType: SaleActionType!
  id: ID!
  lineType: SaleLineType!
  quantity: Int
  taxes: [SaleTax!]!
  totalAmount: MoneyBag!
  totalDiscountAmountAfterTaxes: MoneyBag!
  totalDiscountAmountBeforeTaxes: MoneyBag!
  totalTaxAmount: MoneyBag!
}

scalar UnsignedInt64

type UnverifiedReturnLineItem implements Node & ReturnLineItemType {
  id: ID!
  processedQuantity: Int!
  quantity: Int!
  refundableQuantity: Int!
  refundedQuantity: Int!
}

type UserError implements DisplayableError {
  field: [String!]
  message: String!
}

type WebhookSubscription implements LegacyInteroperability & Node {
  apiVersion: ApiVersion!
  callbackUrl: URL! @deprecated(reason: "Use \`uri\` instead.")
  createdAt: DateTime!
  filter: String
  format: WebhookSubscriptionFormat!
  id: ID!
  includeFields: [String!]!
  legacyResourceId: UnsignedInt64!
  name: String
  topic: WebhookSubscriptionTopic!
  updatedAt: DateTime!
  uri: String!
}

type WebhookSubscriptionConnection {
  edges: [WebhookSubscriptionEdge!]!
  nodes: [WebhookSubscription!]!
  pageInfo: PageInfo!
}

type WebhookSubscriptionCreatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

type WebhookSubscriptionDeletePayload {
  deletedWebhookSubscriptionId: ID
  userErrors: [UserError!]!
}

type WebhookSubscriptionEdge {
  cursor: String!
  node: WebhookSubscription!
}

enum WebhookSubscriptionFormat {
  JSON
  XML
}

input WebhookSubscriptionInput {
  callbackUrl: URL @deprecated(reason: "Use \`uri\` instead.")
  filter: String
  format: WebhookSubscriptionFormat
  includeFields: [String!]
  metafieldNamespaces: [String!]
  name: String
  uri: String
}

enum WebhookSubscriptionSortKeys {
  CREATED_AT
  ID
}

enum WebhookSubscriptionTopic {
  APP_PURCHASES_ONE_TIME_UPDATE
  APP_SCOPES_UPDATE
  APP_SUBSCRIPTIONS_APPROACHING_CAPPED_AMOUNT
  APP_SUBSCRIPTIONS_UPDATE
  APP_UNINSTALLED
  AUDIT_EVENTS_ADMIN_API_ACTIVITY
  BULK_OPERATIONS_FINISH
  CARTS_CREATE
  CARTS_UPDATE
  CHANNELS_DELETE
  CHECKOUTS_CREATE
  CHECKOUTS_DELETE
  CHECKOUTS_UPDATE
  COLLECTIONS_CREATE
  COLLECTIONS_DELETE
  COLLECTIONS_UPDATE
  COLLECTION_LISTINGS_ADD
  COLLECTION_LISTINGS_REMOVE
  COLLECTION_LISTINGS_UPDATE
  COLLECTION_PUBLICATIONS_CREATE
  COLLECTION_PUBLICATIONS_DELETE
  COLLECTION_PUBLICATIONS_UPDATE
  COMPANIES_CREATE
  COMPANIES_DELETE
  COMPANIES_UPDATE
  COMPANY_CONTACTS_CREATE
  COMPANY_CONTACTS_DELETE
  COMPANY_CONTACTS_UPDATE
  COMPANY_CONTACT_ROLES_ASSIGN
  COMPANY_CONTACT_ROLES_REVOKE
  COMPANY_LOCATIONS_CREATE
  COMPANY_LOCATIONS_DELETE
  COMPANY_LOCATIONS_UPDATE
  CUSTOMERS_CREATE
  CUSTOMERS_DELETE
  CUSTOMERS_DISABLE
  CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE
  CUSTOMERS_ENABLE
  CUSTOMERS_MARKETING_CONSENT_UPDATE
  CUSTOMERS_MERGE
  CUSTOMERS_PURCHASING_SUMMARY
  CUSTOMERS_UPDATE
  CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE
  CUSTOMER_ACCOUNT_SETTINGS_UPDATE
  CUSTOMER_GROUPS_CREATE
  CUSTOMER_GROUPS_DELETE
  CUSTOMER_GROUPS_UPDATE
  CUSTOMER_JOINED_SEGMENT
  CUSTOMER_LEFT_SEGMENT
  CUSTOMER_PAYMENT_METHODS_CREATE
  CUSTOMER_PAYMENT_METHODS_REVOKE
  CUSTOMER_PAYMENT_METHODS_UPDATE
  CUSTOMER_TAGS_ADDED
  CUSTOMER_TAGS_REMOVED
  DELIVERY_PROMISE_SETTINGS_UPDATE
  DISCOUNTS_CREATE
  DISCOUNTS_DELETE
  DISCOUNTS_REDEEMCODE_ADDED
  DISCOUNTS_REDEEMCODE_REMOVED
  DISCOUNTS_UPDATE
  DISPUTES_CREATE
  DISPUTES_UPDATE
  DOMAINS_CREATE
  DOMAINS_DESTROY
  DOMAINS_UPDATE
  DRAFT_ORDERS_CREATE
  DRAFT_ORDERS_DELETE
  DRAFT_ORDERS_UPDATE
  FINANCE_APP_STAFF_MEMBER_DELETE
  FINANCE_APP_STAFF_MEMBER_GRANT
  FINANCE_APP_STAFF_MEMBER_REVOKE
  FINANCE_APP_STAFF_MEMBER_UPDATE
  FINANCE_KYC_INFORMATION_UPDATE
  FULFILLMENTS_CREATE
  FULFILLMENTS_UPDATE
  FULFILLMENT_EVENTS_CREATE
  FULFILLMENT_EVENTS_DELETE
  FULFILLMENT_HOLDS_ADDED
  FULFILLMENT_HOLDS_RELEASED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_CANCELLED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE
  FULFILLMENT_ORDERS_HOLD_RELEASED
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP
  FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED
  FULFILLMENT_ORDERS_MERGED
  FULFILLMENT_ORDERS_MOVED
  FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE
  FULFILLMENT_ORDERS_PLACED_ON_HOLD
  FULFILLMENT_ORDERS_PROGRESS_REPORTED
  FULFILLMENT_ORDERS_RESCHEDULED
  FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY
  FULFILLMENT_ORDERS_SPLIT
  INVENTORY_ITEMS_CREATE
  INVENTORY_ITEMS_DELETE
  INVENTORY_ITEMS_UPDATE
  INVENTORY_LEVELS_CONNECT
  INVENTORY_LEVELS_DISCONNECT
  INVENTORY_LEVELS_UPDATE
  INVENTORY_SHIPMENTS_ADD_ITEMS
  INVENTORY_SHIPMENTS_CREATE
  INVENTORY_SHIPMENTS_DELETE
  INVENTORY_SHIPMENTS_MARK_IN_TRANSIT
  INVENTORY_SHIPMENTS_RECEIVE_ITEMS
  INVENTORY_SHIPMENTS_REMOVE_ITEMS
  INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES
  INVENTORY_SHIPMENTS_UPDATE_TRACKING
  INVENTORY_TRANSFERS_ADD_ITEMS
  INVENTORY_TRANSFERS_CANCEL
  INVENTORY_TRANSFERS_COMPLETE
  INVENTORY_TRANSFERS_READY_TO_SHIP
  INVENTORY_TRANSFERS_REMOVE_ITEMS
  INVENTORY_TRANSFERS_UPDATED
  INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES
  LOCALES_CREATE
  LOCALES_DESTROY
  LOCALES_UPDATE
  LOCATIONS_ACTIVATE
  LOCATIONS_CREATE
  LOCATIONS_DEACTIVATE
  LOCATIONS_DELETE
  LOCATIONS_UPDATE
  MARKETS_BACKUP_REGION_UPDATE
  MARKETS_CREATE
  MARKETS_DELETE
  MARKETS_UPDATE
  METAFIELD_DEFINITIONS_CREATE
  METAFIELD_DEFINITIONS_DELETE
  METAFIELD_DEFINITIONS_UPDATE
  METAOBJECTS_CREATE
  METAOBJECTS_DELETE
  METAOBJECTS_UPDATE
  ORDERS_CANCELLED
  ORDERS_CREATE
  ORDERS_DELETE
  ORDERS_EDITED
  ORDERS_FULFILLED
  ORDERS_LINK_REQUESTED
  ORDERS_PAID
  ORDERS_PARTIALLY_FULFILLED
  ORDERS_RISK_ASSESSMENT_CHANGED
  ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED
  ORDERS_UPDATED
  ORDER_TRANSACTIONS_CREATE
  PAYMENT_SCHEDULES_DUE
  PAYMENT_TERMS_CREATE
  PAYMENT_TERMS_DELETE
  PAYMENT_TERMS_UPDATE
  PRODUCTS_CREATE
  PRODUCTS_DELETE
  PRODUCTS_UPDATE
  PRODUCT_FEEDS_CREATE
  PRODUCT_FEEDS_FULL_SYNC
  PRODUCT_FEEDS_FULL_SYNC_FINISH
  PRODUCT_FEEDS_INCREMENTAL_SYNC
  PRODUCT_FEEDS_UPDATE
  PRODUCT_LISTINGS_ADD
  PRODUCT_LISTINGS_REMOVE
  PRODUCT_LISTINGS_UPDATE
  PRODUCT_PUBLICATIONS_CREATE
  PRODUCT_PUBLICATIONS_DELETE
  PRODUCT_PUBLICATIONS_UPDATE
  PROFILES_CREATE
  PROFILES_DELETE
  PROFILES_UPDATE
  REFUNDS_CREATE
  RETURNS_APPROVE
  RETURNS_CANCEL
  RETURNS_CLOSE
  RETURNS_DECLINE
  RETURNS_PROCESS
  RETURNS_REOPEN
  RETURNS_REQUEST
  RETURNS_UPDATE
  REVERSE_DELIVERIES_ATTACH_DELIVERABLE
  REVERSE_FULFILLMENT_ORDERS_DISPOSE
  SCHEDULED_PRODUCT_LISTINGS_ADD
  SCHEDULED_PRODUCT_LISTINGS_REMOVE
  SCHEDULED_PRODUCT_LISTINGS_UPDATE
  SEGMENTS_CREATE
  SEGMENTS_DELETE
  SEGMENTS_UPDATE
  SELLING_PLAN_GROUPS_CREATE
  SELLING_PLAN_GROUPS_DELETE
  SELLING_PLAN_GROUPS_UPDATE
  SHIPPING_ADDRESSES_CREATE
  SHIPPING_ADDRESSES_UPDATE
  SHOP_UPDATE
  SUBSCRIPTION_BILLING_ATTEMPTS_CHALLENGED
  SUBSCRIPTION_BILLING_ATTEMPTS_FAILURE
  SUBSCRIPTION_BILLING_ATTEMPTS_SUCCESS
  SUBSCRIPTION_BILLING_CYCLES_SKIP
  SUBSCRIPTION_BILLING_CYCLES_UNSKIP
  SUBSCRIPTION_BILLING_CYCLE_EDITS_CREATE
  SUBSCRIPTION_BILLING_CYCLE_EDITS_DELETE
  SUBSCRIPTION_BILLING_CYCLE_EDITS_UPDATE
  SUBSCRIPTION_CONTRACTS_ACTIVATE
  SUBSCRIPTION_CONTRACTS_CANCEL
  SUBSCRIPTION_CONTRACTS_CREATE
  SUBSCRIPTION_CONTRACTS_EXPIRE
  SUBSCRIPTION_CONTRACTS_FAIL
  SUBSCRIPTION_CONTRACTS_PAUSE
  SUBSCRIPTION_CONTRACTS_UPDATE
  TAX_SERVICES_CREATE
  TAX_SERVICES_UPDATE
  TENDER_TRANSACTIONS_CREATE
  THEMES_CREATE
  THEMES_DELETE
  THEMES_PUBLISH
  THEMES_UPDATE
  VARIANTS_IN_STOCK
  VARIANTS_OUT_OF_STOCK
}

type WebhookSubscriptionUpdatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}
`;
