import type { FetchRange, RangeAnswer } from '../../../../../connectors/shopify/bulk/fetch-range.ts';
import type { Dice } from '../../../kernel/dice.ts';
import type { Life } from '../../../kernel/life.ts';
import { overTheWire } from '../../wire.ts';
import type { ShopNetwork } from '../shop-send.ts';
import type { BulkResult } from './bulk-result.ts';

const resultFaults = ['answer lost', '500', '429', 'expired', 'redirected', 'cut short'] as const;
type ResultFault = (typeof resultFaults)[number];

const none = (status: number): RangeAnswer => ({ status, bytes: Buffer.alloc(0) });

const head = Buffer.from('{"__typename":"Order"');

/**
 * Few bytes, so that a result has many parts: up to somewhere behind the line of the next order, which shows that an
 * order is complete.
 */
const partOf = ({ bytes }: BulkResult, dice: Dice, from: number, most: number): Buffer => {
  const next = bytes.indexOf(head, from + 1);
  const end = next < 0 ? bytes.length : bytes.indexOf('\n', next) + 1;
  return bytes.subarray(from, Math.min(bytes.length, from + most, end + dice.int(0, 1_000)));
};

const serve = (
  file: BulkResult | undefined,
  fault: ResultFault | undefined,
  part: (file: BulkResult) => Buffer,
): RangeAnswer | null => {
  if (fault === 'answer lost') return null;
  if (fault === '500' || fault === '429') return none(Number(fault));
  if (fault === 'redirected') return none(302);
  if (fault === 'expired' || file === undefined) return none(400);
  const bytes = part(file);
  return { status: 206, bytes: fault === 'cut short' ? bytes.subarray(0, bytes.length >> 1) : bytes };
};

/** The way of one process to the host that keeps the results of bulk operations, in place of got. */
export const resultHost =
  ({ kernel, dice, faults, shop }: ShopNetwork, life: Life): FetchRange =>
  async ({ url, from, most }) => {
    const fault = faults.at('result', resultFaults);
    const answer = await overTheWire(kernel, life, {
      label: `${shop.storefront} result${fault === undefined ? '' : ` (${fault})`}`,
      there: dice.int(10, 120),
      back: dice.int(10, 120),
      act: () => serve(shop.bulk.fileAt(url), fault, (file) => partOf(file, dice, from, most)),
    });
    return answer ?? Promise.reject(new Error('ECONNRESET'));
  };
