/**
 * A refund whose nested lists hold so many lines, and so many of everything else. Needs MoneyFields and
 * RefundLineFields beside it.
 */
export const refundFields = (lines: number, others: number): string => `
fragment RefundFields on Refund {
  id
  createdAt
  processedAt
  totalRefundedSet { ...MoneyFields }
  duties {
    amountSet { ...MoneyFields }
    originalDuty { id }
  }
  refundLineItems(first: ${lines}) {
    nodes { ...RefundLineFields }
    pageInfo { hasNextPage endCursor }
  }
  refundShippingLines(first: ${others}) {
    nodes {
      subtotalAmountSet { ...MoneyFields }
      taxAmountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
  orderAdjustments(first: ${others}) {
    nodes {
      amountSet { ...MoneyFields }
      taxAmountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
  transactions(first: ${others}) {
    nodes {
      kind
      status
      amountSet { ...MoneyFields }
    }
    pageInfo { hasNextPage }
  }
}`;
