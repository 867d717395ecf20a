import type { FC } from 'hono/jsx';
import type { ExplainedTransaction } from '../../../reconcile/explanation.ts';
import { Table } from './table.tsx';

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
export const ExplainedLines: FC<{ readonly transaction: ExplainedTransaction }> = ({ transaction }) => (
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
