import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { StripeContext } from '../sale/context.ts';
import { incomplete } from '../sale/entries.ts';
import { orHeld } from './or-held.ts';
import { saleOfCharge, saleOfInvoice, saleOfPart, saleOfPayment, saleOfSession } from './sale-of.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { isUnseen } from './unseen.ts';

const byPrefix =
  (api: StripeApi, context: StripeContext) =>
  (id: string): Read<SourceResult | null> => {
    switch (id.slice(0, id.indexOf('_') + 1)) {
      case 'ch_':
      case 'py_':
        return saleOfCharge(api, context)(id);
      case 'in_':
        return saleOfInvoice(api, context)(id);
      case 'pi_':
        return saleOfPayment(api, context)(id);
      case 'cs_':
        return saleOfSession(api, context)(id);
      case 're_':
      case 'pyr_':
        return saleOfPart(api, context)('refund', id);
      case 'dp_':
      case 'du_':
        return saleOfPart(api, context)('dispute', id);
      case 'cn_':
        return saleOfPart(api, context)('credit note', id);
      case 'inpay_':
        return saleOfPart(api, context)('invoice payment', id);
      default:
        return () => Promise.resolve(E.right(null));
    }
  };

const stillUnseen =
  'it could not be seen, and asking for it alone shows nothing more; start a run over these days again';

/**
 * The sale behind any object's id: its own, or the one that it belongs to. None when Stripe has no such object, and for
 * ids of other kinds.
 */
export const readRecord =
  (api: StripeApi, context: StripeContext) =>
  (id: string): Read<O.Option<SourceResult>> =>
  async () => {
    if (isUnseen(id)) return E.right(O.some(E.left(incomplete(id, stillUnseen))));
    const entry = await orHeld(id, byPrefix(api, context)(id))();
    return E.isLeft(entry) ? entry : E.right(O.fromNullable(entry.right));
  };
