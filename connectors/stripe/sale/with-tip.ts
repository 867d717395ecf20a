import { capturedAmount, type Charge } from '../records/charge.ts';
import type { SaleParts } from './sale-parts.ts';
import { totalOf } from './sold.ts';
import { tipLine } from './tip-line.ts';

/**
 * The parts with the tip of the payment as a line, where they come from an object that knows nothing of it. Parts that make
 * up all that was captured have it among them.
 */
export const withTip = (charge: Charge, parts: SaleParts): SaleParts => {
  const tip = charge.payment_intent?.object?.amount_details?.tip?.amount ?? 0n;
  return tip === 0n || totalOf(parts) === capturedAmount(charge)
    ? parts
    : { ...parts, lines: [...parts.lines, tipLine(tip)] };
};
