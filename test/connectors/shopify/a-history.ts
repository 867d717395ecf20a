import { aLine, anAgreement, anOrder, aRefund, aSale, type Json, money, nodes } from './an-order.ts';

/** An event of an order. `late`: also read before Shopify has written all of it into the ledger. */
export interface Happening {
  readonly kind:
    | 'adds'
    | 'lowers'
    | 'takes off what was added last'
    | 'is paid'
    | 'is paid in part'
    | 'gives back what is owed'
    | 'refunds goods'
    | 'refunds goods and what is owed'
    | 'returns'
    | 'calls a return off'
    | 'edits with its refund'
    | 'returns with its refund';
  readonly cents: number;
  readonly late: boolean;
}

/** An order at a moment at which it is read. */
export interface Snapshot {
  readonly order: Json;
  /** Paid and not refunded, and still owed, in cents. */
  readonly paid: number;
  readonly owed: number;
  /** Whether its ledger is complete. */
  readonly isWhole: boolean;
}

export interface History {
  readonly states: readonly Snapshot[];
  /** The final total of its ledger, in cents. */
  readonly ledger: number;
}

const text = (cents: number): string => (cents / 100).toFixed(2);
const desk = '71';
const lines = nodes(
  aLine(),
  ...Array.from({ length: 20 }, (_, n) => aLine({ id: `gid://shopify/LineItem/${200 + n}` })),
);

/** An order of 112.25 with its first payment and one event per day; in the end it is paid. */
export const historyOf = (paidAtFirst: number, happenings: readonly Happening[]): History => {
  const agreements: Json[] = [anAgreement()];
  const refunds: Json[] = [];
  const payments: Json[] = [];
  const states: Snapshot[] = [];
  const added: { readonly line: string; cents: number }[] = [];
  let [ledger, received, returned, day, isEdited, isReturned] = [11_225, 0, 0, 4, false, false];
  let ofDesk = 10_000;
  const owed = (): number => ledger - (received - returned);
  const now = (): string => new Date(Date.UTC(2026, 1, day)).toISOString().replace('.000', '');

  const snapshot = (missing = 0): void => {
    const paid = returned > 0 ? 'PARTIALLY_REFUNDED' : 'PAID';
    states.push({
      paid: received - returned,
      owed: owed(),
      isWhole: missing === 0,
      order: anOrder({
        edited: isEdited,
        returnStatus: isReturned ? 'RETURNED' : 'NO_RETURN',
        displayFinancialStatus: owed() <= 0 ? paid : received === 0 ? 'PENDING' : 'PARTIALLY_PAID',
        totalReceivedSet: money(text(received)),
        lineItems: lines,
        agreements: nodes(...agreements.slice(0, agreements.length - missing)),
        refunds: [...refunds],
        transactions: [...payments],
      }),
    });
  };
  const agree = (reason: string, cents: number, line = desk, differences: Json = {}): void => {
    if (line === desk) ofDesk += cents;
    const id = `gid://shopify/SalesAgreement/${100 + agreements.length}`;
    const sale = aSale({
      id: `gid://shopify/Sale/${100 + agreements.length}`,
      quantity: cents < 0 ? -1 : 1,
      totalAmount: money(text(cents)),
      totalTaxAmount: money('0.0'),
      taxes: [],
      lineItem: { id: `gid://shopify/LineItem/${line}` },
    });
    const sales = cents === 0 ? nodes() : nodes(sale);
    agreements.push(anAgreement({ id, reason, happenedAt: now(), sales, ...differences }));
    ledger += cents;
  };
  const giveBack = (cents: number, goods: number): void => {
    const refund = { id: `gid://shopify/Refund/${41 + refunds.length}` };
    const dates = { createdAt: now(), processedAt: now() };
    const transactions = nodes({ kind: 'REFUND', status: 'SUCCESS', amountSet: money(text(cents)) });
    const totalRefundedSet = money(text(cents));
    refunds.push(aRefund({ ...refund, ...dates, refundLineItems: nodes(), totalRefundedSet, transactions }));
    returned += cents;
    agree('REFUND', -goods, desk, { refund });
  };
  const pay = (cents: number): void => {
    received += cents;
    if (cents > 0)
      payments.push({ kind: 'SALE', status: 'SUCCESS', processedAt: now(), amountSet: money(text(cents)) });
  };
  const edit = (cents: number, line = desk): void => {
    isEdited = true;
    agree('ORDER_EDIT', cents, line);
  };
  const add = (cents: number, line: string): void => {
    added.push({ line, cents });
    edit(cents, line);
  };
  const takeOffAgain = (cents: number): void => {
    const last = added.at(-1);
    if (last === undefined || last.cents < cents) return;
    last.cents -= cents;
    edit(-cents, last.line);
  };
  const takeBack = (cents: number): void => {
    isReturned = true;
    agree('RETURN', -cents);
  };

  const happen = ({ kind, cents, late }: Happening): void => {
    day += 1;
    const before = agreements.length;
    // Nothing is taken off the desk beyond its price.
    const mayLower = ledger > cents && ofDesk >= cents;
    const mayRefund = mayLower && owed() <= 0 && received - returned >= cents;
    if (kind === 'adds') add(cents, String(200 + (agreements.length % 20)));
    if (kind === 'takes off what was added last') takeOffAgain(cents);
    if (kind === 'lowers' && mayLower) edit(-cents);
    if (kind === 'returns' && mayLower) takeBack(cents);
    if (kind === 'calls a return off' && mayLower) {
      agree('RETURN', -cents);
      snapshot();
      agree('RETURN', cents);
    }
    if (kind === 'is paid' && owed() > 0) pay(owed());
    if (kind === 'is paid in part' && owed() > cents) pay(cents);
    if (kind === 'refunds goods' && mayRefund) giveBack(cents, cents);
    if (kind === 'refunds goods and what is owed' && mayLower && owed() < 0) giveBack(cents - owed(), cents);
    if (kind === 'gives back what is owed' && owed() < 0) giveBack(-owed(), 0);
    if ((kind === 'edits with its refund' || kind === 'returns with its refund') && mayRefund) {
      if (kind === 'edits with its refund') edit(-cents);
      else takeBack(cents);
      giveBack(cents, 0);
    }
    for (let missing = agreements.length - before; late && missing > 0; missing -= 1) snapshot(missing);
    snapshot();
  };

  pay(paidAtFirst);
  snapshot();
  happenings.forEach(happen);
  for (const kind of ['is paid', 'gives back what is owed'] as const) happen({ kind, cents: 0, late: false });
  return { states, ledger };
};
