import type { FC } from 'hono/jsx';
import type { PartsOfSale } from '../../../reconcile/parts-of-sale.ts';
import { Table } from './table.tsx';

/** What the platform says a sale is made of, for one that is not told as it stands. */
export const SaleParts: FC<{ readonly sale: PartsOfSale }> = ({ sale }) => (
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
