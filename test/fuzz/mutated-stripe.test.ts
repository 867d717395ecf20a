import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { Charge } from '../../connectors/stripe/records/charge.ts';
import { chargeToSale } from '../../connectors/stripe/to-sale/charge-to-sale.ts';
import { CheckoutSession } from '../../connectors/stripe/records/checkout-session.ts';
import { CreditNote } from '../../connectors/stripe/records/credit-note.ts';
import { Dispute } from '../../connectors/stripe/records/dispute.ts';
import { undecodable } from '../../connectors/stripe/to-sale/admission.ts';
import { Invoice } from '../../connectors/stripe/records/invoice.ts';
import { invoiceToSale } from '../../connectors/stripe/to-sale/invoice-to-sale.ts';
import { sessionToSale } from '../../connectors/stripe/to-sale/session-to-sale.ts';
import { TaxCalculation } from '../../connectors/stripe/records/tax-calculation.ts';
import { decodeAs } from '../../src/domain/decode.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { saleObjects } from '../../sandbox/stripe/sales/sale-objects.ts';
import { lastSituation } from '../../sandbox/stripe/sales/situation-at.ts';
import { hasRecordings, recordedObjects } from '../connectors/stripe/recorded-objects.ts';
import { context } from '../support/stripe-facts.ts';
import { aCharge, anInvoice, aSession } from '../support/stripe-objects.ts';
import { reportCounts } from '../support/report-counts.ts';
import { cases } from './cases.ts';
import { type MutantCounts, type Specimen, tryMutants } from './try-mutants.ts';

const using = context();

const decoding =
  <A>(codec: t.Decoder<unknown, A> & { readonly name: string }, tell: (value: A) => SourceResult) =>
  (json: unknown): SourceResult => {
    const decoded = decodeAs(codec)(json);
    return E.isLeft(decoded) ? undecodable('unknown', decoded.left) : tell(decoded.right);
  };

/** A record that stands next to a sale, read only as far as its codec. */
const beside =
  <A>(codec: t.Decoder<unknown, A> & { readonly name: string }) =>
  (json: unknown): SourceResult | null => {
    const decoded = decodeAs(codec)(json);
    return E.isLeft(decoded) ? undecodable('unknown', decoded.left) : null;
  };

const readers: Readonly<Record<string, (json: unknown) => SourceResult | null>> = {
  charge: decoding(Charge, (charge) => chargeToSale(using, { charge, session: null, tax: null, disputes: [] })),
  invoice: decoding(Invoice, (invoice) =>
    invoiceToSale(using, { invoice, session: null, charges: [], creditNotes: [], disputes: [] }),
  ),
  'checkout.session': decoding(CheckoutSession, (session) => sessionToSale(using, session)),
  credit_note: beside(CreditNote),
  dispute: beside(Dispute),
  'tax.calculation': beside(TaxCalculation),
};

const specimensOf = (objects: readonly Readonly<Record<string, unknown>>[]): readonly Specimen[] =>
  objects.flatMap((json) => {
    const read = readers[String(json['object'])];
    return read === undefined ? [] : [{ json, read }];
  });

const account = { seed: 1, sales: 400, account: 'acct_1', isLive: true, shop: { seed: 1, orders: 400 } };

const counted: MutantCounts[] = [];
const note = (counts: MutantCounts): void => {
  counted.push(counts);
  reportCounts('Mutated records', { ...counts });
};
afterAll(() => expect(counted.every(({ pushed }) => pushed > 0)).toBe(true));

describe('objects as Stripe should never answer them', () => {
  it('never break the connector: each is a sale that balances, or is excluded without any of its data in the message', () => {
    const sandbox = Array.from({ length: lastSituation + 1 }, (_, index) => saleObjects(account, index)).flat();
    note(tryMutants(specimensOf([aCharge(), anInvoice(), aSession(), ...sandbox]), cases(8_000)));
  });

  (hasRecordings() ? it : it.skip)(
    'nor when they are recordings of real accounts (skipped where the recordings do not lie next to the project)',
    () => {
      const recorded = recordedObjects(...Object.keys(readers)).map(({ object }) => object);
      note(tryMutants(specimensOf(recorded), cases(4_000)));
    },
  );
});
