/** Previews what a proposed setting would do to sales that wait, before a developer writes it to the configuration. */
import type { FC } from 'hono/jsx';
import type { PreviewedSum, SettingPreview } from '../../../operations/settings.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { count, grouped, outcomeLabel, plural } from '../labels.ts';
import { Page, type ScreenHandler } from '../page.tsx';
import { Snippet } from '../parts/choices.tsx';
import { countAndMoney } from '../parts/open-groups.tsx';
import { Table } from '../parts/table.tsx';
import { sendPage } from '../responses.tsx';
import { readQuery, requestOf } from './needs-you.tsx';

/** `GET /needs-you/setting` */
export const showSetting: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const { links } = page;
  const query = readQuery((name) => context.req.query(name) ?? '');
  const [group] = await taxNexus.decisions.open(requestOf(query));
  if (group === undefined || query.what === '') return context.redirect(links.needsYou(), 303);
  const selection = { ...requestOf(query), what: query.what, isSent: group.isSent };
  const preview = await taxNexus.pages.previewSetting(selection, Number(context.req.query('choice') ?? ''));
  return sendPage(
    context,
    <Page page={page} title="Preview of a setting">
      <h1>Preview: {preview.meaning}</h1>
      <p class="soft">
        {countAndMoney(group)} · {reasonTitle(group.what)}
      </p>
      <section class="card" aria-label="What this changes">
        <Outcome preview={preview} of={group.count} />
        <p class="small soft">
          Closed months, sales that another storefront owns and your app's own rules are not looked at here.
        </p>
      </section>
      <section class="card" aria-label="How to make the setting">
        <Snippet setting={preview.setting} storefronts={group.storefronts} />
        <p>
          {group.isSent
            ? 'It changes later sales alone. What is in the service stays as it is: keep these sales, or correct them there.'
            : 'Restart the app, then read these sales again. What was sent before stays as it is. Until they are sent, you can remove the setting again.'}
        </p>
        <p class="row below">
          <a class="button" href={links.needsYou({ ...query })}>
            Back
          </a>
        </p>
      </section>
    </Page>,
  );
};

const Outcome: FC<{ readonly preview: SettingPreview; readonly of: number }> = ({
  preview: { asked, read, sums },
  of,
}) => (
  <>
    <Table
      caption={`${plural(read, 'sale')} read again and mapped with this setting. Nothing was sent or stored.`}
      columns={[
        { head: 'Then', cell: describeThen },
        { head: 'Sales', isNumber: true, cell: (sum: PreviewedSum) => count(sum.count) },
        { head: 'Total', isNumber: true, cell: (sum: PreviewedSum) => moneyOf(sum, sum.total) },
        { head: 'Tax today', isNumber: true, cell: (sum: PreviewedSum) => moneyOf(sum, sum.taxToday) },
        { head: 'Tax then', isNumber: true, cell: (sum: PreviewedSum) => moneyOf(sum, sum.tax) },
      ]}
      rows={sums}
    />
    {read < asked ? <p class="small">{plural(asked - read, 'sale')} could not be read from the platform now.</p> : null}
    {asked < of ? <p class="small">Only the {count(asked)} largest ones are read for a preview.</p> : null}
  </>
);

const describeThen = ({ outcome, reason }: PreviewedSum): string =>
  outcome === 'succeeded'
    ? 'would be sent'
    : `${outcomeLabel[outcome]}${reason === null ? '' : `: ${reasonTitle(reason)}`}`;

const moneyOf = ({ currency }: PreviewedSum, amount: string | null): string =>
  amount === null || currency === null ? '' : `${grouped(amount)} ${currency}`;
