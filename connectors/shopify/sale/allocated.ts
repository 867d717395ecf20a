import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { AmountReader } from './amount-reader.ts';
import type { Connection } from '../records/connection.ts';
import type { DiscountAllocation } from '../records/discount-allocation.ts';

/** What the parts of discounts that a line or a shipping charge carries come to. */
export const allocatedOf = (
  reader: AmountReader,
  allocations: Connection<DiscountAllocation> | null | undefined,
  field: string,
): MinorUnits =>
  sum(
    (allocations?.nodes ?? []).map(({ allocatedAmountSet, allocatedAmount }) =>
      reader.read(allocatedAmountSet ?? allocatedAmount, `${field}.allocatedAmountSet`),
    ),
  );
