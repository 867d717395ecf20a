import type { FC } from 'hono/jsx';
import type { PartsOfSale } from '../../../sync/parts-of-sale.ts';

/** What the platform says a sale is made of, for one that is not told as it stands. */
export const SaleParts: FC<{ readonly sale: PartsOfSale }> = ({ sale }) => (
  <section class="card" aria-labelledby="parts">
    <h2 id="parts">What it is made of</h2>
    <div class="scroll" role="region" tabindex={0} aria-label="Parts of the sale">
      <table>
        <caption>
          In {sale.currency}, as the platform says{sale.pricesIncludeTax ? '; listed prices contain the tax' : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">part</th>
            {['quantity', 'listed', 'discount', 'tax'].map((words) => (
              <th scope="col" class="num">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sale.parts.map(({ name, quantity, listed, discount, tax }) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="num">{quantity}</td>
              <td class="num">{listed}</td>
              <td class="num">{discount}</td>
              <td class="num">{tax}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[['its parts come to', sale.sum] as const, ['the platform states', sale.stated ?? 'nothing'] as const].map(
            ([words, value]) => (
              <tr>
                <th scope="row">{words}</th>
                <td colspan={3} />
                <td class="num">{value}</td>
              </tr>
            ),
          )}
        </tfoot>
      </table>
    </div>
  </section>
);
