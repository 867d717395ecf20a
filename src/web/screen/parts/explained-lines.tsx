import type { FC } from 'hono/jsx';
import type { ExplainedTransaction } from '../../../sync/explanation.ts';

const amounts = ({
  discount,
  subtotal,
  shippingHandling,
  taxCollected,
  total,
}: ExplainedTransaction): readonly (readonly [string, string])[] => [
  ['discount', discount],
  ['subtotal', subtotal],
  ['shipping and handling', shippingHandling],
  ['tax collected', taxCollected],
  ['total', total],
];

/** The lines of a transaction, and what they come to. */
export const ExplainedLines: FC<{ readonly transaction: ExplainedTransaction }> = ({ transaction }) => (
  <section class="card" aria-labelledby="lines">
    <h2 id="lines">Line by line</h2>
    <div class="scroll" role="region" tabindex={0} aria-label="Lines of the transaction">
      <table>
        <caption>In {transaction.currency}, without tax</caption>
        <thead>
          <tr>
            <th scope="col">line</th>
            <th scope="col" class="num">
              quantity
            </th>
            <th scope="col" class="num">
              of one
            </th>
            <th scope="col" class="num">
              discount
            </th>
          </tr>
        </thead>
        <tbody>
          {transaction.lines.map(({ productName, productSku, quantity, amount, discount }) => (
            <tr>
              <th scope="row">
                {productName}
                {productSku === null ? null : <span class="soft small"> {productSku}</span>}
              </th>
              <td class="num">{quantity}</td>
              <td class="num">{amount}</td>
              <td class="num">{discount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {amounts(transaction).map(([words, value]) => (
            <tr>
              <th scope="row">{words}</th>
              <td />
              <td />
              <td class="num">{value}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  </section>
);
