/** Explains one sale to a bookkeeper: its lines and amounts as they are sent, and the reason for each number. */
import type { FC } from 'hono/jsx';
import type { ReportLine } from '../../../domain/run.ts';
import { saleIdWithin } from '../../../mapping/identity.ts';
import { type ExplainedTransaction, type Explanation, serviceView } from '../../../reconcile/explanation.ts';
import type { PartsOfSale } from '../../../reconcile/parts-of-sale.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { describeSubject, momentIn, money, outcomeLabel } from '../labels.ts';
import { amountOf } from '../sums.ts';
import { Facts, Table } from './table.tsx';

interface ExplainedProps {
  readonly explanation: Omit<Explanation, 'adjustments'>;
  /** The line that the page shows already, so that its reason is not repeated. */
  readonly shown: Pick<ReportLine, 'id' | 'reason' | 'message'>;
  /** IANA; undefined while unknown. It determines the month of the sale. */
  readonly timeZone: string | undefined;
}

/** Explains a sale. If the sale was split, it explains the part that the page is about. */
export const ExplainedPart: FC<ExplainedProps> = ({ explanation, shown, timeZone }) => {
  const isOfMarketplace = shown.id.startsWith(`${saleIdWithin(shown.id)}:marketplace`);
  const result = (isOfMarketplace ? explanation.marketplacePart : undefined) ?? explanation.result;
  if (result._tag === 'Excluded') {
    const outcome = outcomeLabel[result.outcome];
    return (
      <>
        <section class="card" aria-labelledby="now">
          <h2 id="now">As it is now</h2>
          <p>
            {result.reason === shown.reason && result.message === shown.message
              ? `No change: it would be ${outcome} again for the same reason.`
              : `${outcome}. ${reasonTitle(result.reason)}: ${result.message}`}
          </p>
        </section>
        {result.parts === undefined ? null : <SaleParts sale={result.parts} />}
      </>
    );
  }
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['sold', momentIn(timeZone, result.transactedAt)],
    ['counts in', describeAddress(result)],
    ['purpose', result.purpose],
    ['entity', result.entity],
    ['marketplace', result.marketplace],
    ['sync database', describeStore(result)],
    ['service', serviceView(result)],
  ];
  return (
    <>
      <section class="card" aria-labelledby="now">
        <h2 id="now">As it is sent</h2>
        <Facts facts={[...facts.filter(([, value]) => value !== null), ['id', <code>{result.id}</code>]]} />
      </section>
      <ExplainedLines transaction={result} />
      <section class="card" aria-labelledby="why">
        <h2 id="why">Why each number is what it is</h2>
        <ul class="why">
          {result.decisions.map(({ about, value, reason, fields, finding }) => (
            <li>
              <strong>{describeSubject(about)}</strong>: {value}
              <p class="small soft">
                {reason}
                {fields.length === 0 ? null : (
                  <>
                    {' '}
                    (<code>{fields.join(', ')}</code>)
                  </>
                )}
              </p>
              {finding === undefined ? null : <p class="small">check this: {reasonTitle(finding)}</p>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

/** The platform's parts of a sale that cannot be sent unchanged. */
const SaleParts: FC<{ readonly sale: PartsOfSale }> = ({ sale }) => (
  <section class="card" aria-labelledby="parts">
    <h2 id="parts">Parts of the sale</h2>
    <Table<PartsOfSale['parts'][number]>
      caption={`As the platform reports them, in ${sale.currency}${sale.pricesIncludeTax ? '; listed prices include tax' : ''}`}
      rows={sale.parts}
      columns={[
        { head: 'part', tone: '', cell: ({ name }) => name },
        { head: 'quantity', isNumber: true, cell: ({ quantity }) => quantity },
        { head: 'listed', isNumber: true, cell: ({ listed }) => listed },
        { head: 'discount', isNumber: true, cell: ({ discount }) => discount },
        { head: 'tax', isNumber: true, cell: ({ tax }) => tax },
        { head: 'with tax', isNumber: true, cell: (part) => amountIn(sale, part) },
      ]}
      foot={[
        ['sum of the parts', '', '', '', '', sale.sum],
        ['total on the platform', '', '', '', '', sale.stated ?? 'none'],
      ]}
    />
  </section>
);

/** The amount that a part adds to the sum, tax included. */
const amountIn = ({ currency, pricesIncludeTax }: PartsOfSale, part: PartsOfSale['parts'][number]): string => {
  const [listed, discount] = [amountOf(currency, part.listed), amountOf(currency, part.discount)];
  // A tax on the whole sale is not included in any listed price.
  const tax = pricesIncludeTax && listed !== 0n ? 0n : amountOf(currency, part.tax);
  return money(currency, listed - discount + tax);
};

const describeAddress = ({ shipTo: { state, zip, country } }: ExplainedTransaction): string =>
  [state, zip, country].filter((part) => part !== null).join(' ');

const storeLabels: Readonly<Record<ExplainedTransaction['store']['status'], string>> = {
  'never tried': 'not sent yet',
  intent: 'sending is not confirmed yet',
  confirmed: 'sent',
  refused: 'rejected by the service',
};

const describeStore = ({ store: { status, isSame } }: ExplainedTransaction): string =>
  `${storeLabels[status]}${isSame === false ? '; the sale has changed since then' : ''}`;

const ExplainedLines: FC<{ readonly transaction: ExplainedTransaction }> = ({ transaction }) => {
  const isNumber = true;
  return (
    <section class="card" aria-labelledby="lines">
      <h2 id="lines">Line by line</h2>
      <Table<ExplainedTransaction['lines'][number]>
        caption={`Lines of the transaction in ${transaction.currency}`}
        rows={transaction.lines}
        columns={[
          {
            head: 'line',
            tone: '',
            cell: ({ productName, productSku }) => (
              <>
                {productName}
                {productSku === null ? null : <span class="soft small"> {productSku}</span>}
              </>
            ),
          },
          { head: 'quantity', isNumber, cell: ({ quantity }) => quantity },
          { head: 'unit price', isNumber, cell: ({ amount }) => amount },
          { head: 'discount', isNumber, cell: ({ discount }) => discount },
          { head: 'amount', isNumber, cell: ({ total }) => total },
          { head: 'tax', isNumber, cell: ({ tax }) => tax },
        ]}
        foot={[
          // "discount" alone would look like a wrong sum of the lines' discounts.
          ['discount on the whole sale', '', '', transaction.discount, '', ''],
          ['subtotal, without tax', '', '', '', transaction.subtotal, ''],
          ['shipping and handling', '', '', '', transaction.shippingHandling, ''],
          ['tax on shipping and on the whole sale', '', '', '', '', restOfTax(transaction)],
          ['tax collected', '', '', '', '', transaction.taxCollected],
          ['total', '', '', '', transaction.total, ''],
        ]}
      />
    </section>
  );
};

/** The tax that is not on a line: on shipping, or on the whole sale. */
const restOfTax = ({ lines, taxCollected, currency: code }: ExplainedTransaction): string => {
  const onLines = lines.reduce((all, { tax }) => all + amountOf(code, tax), 0n);
  return money(code, amountOf(code, taxCollected) - onLines);
};
