import type { FC } from 'hono/jsx';
import type { OutcomeTotal } from '../../../core/review-book.ts';
import { addUp, groupBy } from '../sums.ts';
import { count, money, monthWords } from '../words.ts';

interface MonthAndPlaceProps {
  readonly caption: string;
  readonly totals: readonly OutcomeTotal[];
}

const isPresent = ({ outcome }: OutcomeTotal): boolean => outcome === 'alreadyPresent' || outcome === 'succeeded';

/** Month by month and place by place: what would be told, and what is there already. */
export const MonthAndPlace: FC<MonthAndPlaceProps> = ({ caption, totals }) => (
  <div class="scroll" role="region" tabindex={0} aria-label={caption}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">month</th>
          <th scope="col">place</th>
          <th scope="col">currency</th>
          <th scope="col" class="num">
            gross
          </th>
          <th scope="col" class="num">
            tax
          </th>
          <th scope="col" class="num">
            count
          </th>
          <th scope="col" class="num">
            already present
          </th>
        </tr>
      </thead>
      <tbody>
        {groupBy(totals, ({ month, jurisdiction, currency }) => `${month} ${jurisdiction} ${currency}`).map(
          ({ sum, parts }) => {
            const [first] = parts;
            if (first === undefined) return null;
            return (
              <tr>
                <th scope="row" class="nowrap">
                  {monthWords(first.month)}
                </th>
                <td>{first.jurisdiction}</td>
                <td>{first.currency}</td>
                <td class="num">{money(first.currency, sum.total)}</td>
                <td class="num">{money(first.currency, sum.taxCollected)}</td>
                <td class="num">{count(sum.count)}</td>
                <td class="num">{count(addUp(parts.filter(isPresent)).count)}</td>
              </tr>
            );
          },
        )}
      </tbody>
    </table>
  </div>
);
