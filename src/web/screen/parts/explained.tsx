import type { FC } from 'hono/jsx';
import type { ReportLine } from '../../../domain/run.ts';
import type { ExplainedTransaction, Explanation } from '../../../reconcile/explanation.ts';
import { serviceView } from '../../../reconcile/explain.ts';
import { describeSubject, momentIn } from '../labels.ts';
import type { PartsOfSale } from '../../../reconcile/parts-of-sale.ts';
import { Table } from './table.tsx';

const bookWords = ({ store }: ExplainedTransaction): string =>
  `${store.status}${store.isSame === false ? ', and what was tried is not what would be sent now' : ''}`;

const placeWords = ({ shipTo: { state, zip, country } }: ExplainedTransaction): string =>
  [state, zip, country].filter((part) => part !== null).join(' ');

/** Only addresses of the web: a platform’s answer must not put anything else behind a link. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);

interface ExplainedProps {
  readonly explanation: Explanation;
  /** What the page says of it already. */
  readonly said: Pick<ReportLine, 'reason' | 'message'>;
  /** IANA; undefined while it is not known. The month in which a sale counts is that of this clock. */
  readonly timeZone: string | undefined;
}

/** The sale as it is now: its lines, its amounts, and why each is what it is. */
export const ExplainedPart: FC<ExplainedProps> = ({ explanation, said, timeZone }) => {
  const { result, url } = explanation;
  const link = isWebAddress(url) ? (
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        Look at it on the platform
      </a>
    </p>
  ) : null;
  if (result._tag === 'SetAside') {
    return (
      <>
        <section class="card" aria-labelledby="now">
          <h2 id="now">As it is now</h2>
          <p>
            {result.reason === said.reason && result.message === said.message
              ? `Still so: it would be ${result.outcome} again, for the same reason.`
              : `${result.outcome}, ${result.reason}: ${result.message}`}
          </p>
          {link}
        </section>
        {result.parts === undefined ? null : <SaleParts sale={result.parts} />}
      </>
    );
  }
  return (
    <>
      <section class="card" aria-labelledby="now">
        <h2 id="now">As it is sent</h2>
        <dl class="facts">
          <dt>sold</dt>
          <dd>{momentIn(timeZone, result.transactedAt)}</dd>
          <dt>counts in</dt>
          <dd>{placeWords(result)}</dd>
          {[
            ['purpose', result.purpose] as const,
            ['entity', result.entity] as const,
            ['marketplace', result.marketplace] as const,
          ].map(([words, value]) =>
            value === null ? null : (
              <>
                <dt>{words}</dt>
                <dd>{value}</dd>
              </>
            ),
          )}
          <dt>sync database</dt>
          <dd>{bookWords(result)}</dd>
          <dt>service</dt>
          <dd>{serviceView(result)}</dd>
          <dt>id</dt>
          <dd>
            <code>{result.id}</code>
          </dd>
        </dl>
        {link}
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
              {finding === undefined ? null : <p class="small">look at this: {finding}</p>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

/** What the platform says a sale is made of, for one that is not sent as it stands. */
const SaleParts: FC<{ readonly sale: PartsOfSale }> = ({ sale }) => (
  <section class="card" aria-labelledby="parts">
    <h2 id="parts">What it is made of</h2>
    <Table<PartsOfSale['parts'][number]>
      caption={`Parts of the sale in ${sale.currency}, as the platform says${sale.pricesIncludeTax ? '; listed prices contain the tax' : ''}`}
      rows={sale.parts}
      columns={[
        { head: 'part', tone: '', cell: ({ name }) => name },
        { head: 'quantity', isNumber: true, cell: ({ quantity }) => quantity },
        { head: 'listed', isNumber: true, cell: ({ listed }) => listed },
        { head: 'discount', isNumber: true, cell: ({ discount }) => discount },
        { head: 'tax', isNumber: true, cell: ({ tax }) => tax },
      ]}
      foot={[
        ['its parts come to', '', '', '', sale.sum],
        ['the platform states', '', '', '', sale.stated ?? 'nothing'],
      ]}
    />
  </section>
);

const amounts = ({
  discount,
  subtotal,
  shippingHandling,
  taxCollected,
  total,
}: ExplainedTransaction): readonly (readonly [string, string])[] => [
  // Beside those of the lines, which stand above it: as `discount` alone it looks like a wrong sum of theirs.
  ['discount on the whole sale', discount],
  ['subtotal', subtotal],
  ['shipping and handling', shippingHandling],
  ['tax collected', taxCollected],
  ['total', total],
];

/** The lines of a transaction, and what they come to. */
const ExplainedLines: FC<{ readonly transaction: ExplainedTransaction }> = ({ transaction }) => (
  <section class="card" aria-labelledby="lines">
    <h2 id="lines">Line by line</h2>
    <Table<ExplainedTransaction['lines'][number]>
      caption={`Lines of the transaction in ${transaction.currency}, without tax`}
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
        { head: 'quantity', isNumber: true, cell: ({ quantity }) => quantity },
        { head: 'price of one', isNumber: true, cell: ({ amount }) => amount },
        { head: 'discount', isNumber: true, cell: ({ discount }) => discount },
      ]}
      foot={amounts(transaction).map(([words, value]) => [words, '', '', value])}
    />
  </section>
);
