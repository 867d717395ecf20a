/** Help for bookkeepers: a page for each reason why a sale was not sent or should be checked. */
import type { FC } from 'hono/jsx';
import type { ReasonText } from '../../../reconcile/reasons/reason-text.ts';
import { reasonTitle, reasons, reasonText, remedyOf } from '../../../reconcile/reasons/reasons.ts';
import { notFound } from '../../answers.ts';
import { KeySection } from '../keys.tsx';
import { Page, type ScreenHandler } from '../page.tsx';
import { sendPage } from '../responses.tsx';

/** `GET /help`: all reasons that have a page. */
export const listHelp: ScreenHandler = (context) => {
  const { page } = context.var;
  return sendPage(
    context,
    <Page page={page} title="Help">
      <h1>Help</h1>
      <p class="soft">Why a sale was not sent, or should be checked, and what to do.</p>
      <section class="card" aria-label="Reasons">
        <ul class="plain list">
          {reasons.map((reason) => (
            <li>
              <a href={page.links.help(reason)}>{reasonTitle(reason)}</a>
            </li>
          ))}
        </ul>
      </section>
      <KeySection />
    </Page>,
  );
};

const Picture: FC<Pick<ReasonText, 'picture'>> = ({ picture }) => (
  <table>
    <caption class="small soft">An example</caption>
    <tbody>
      {picture.map(([what, value, cause]) => (
        <tr>
          <th scope="row">{what}</th>
          <td class="num">{cause === undefined ? value : <strong class="badge warn">{value}</strong>}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** `GET /help/:reason`: a picture of the case, why it matters, and what to do. */
export const showHelp: ScreenHandler = (context) => {
  const reason = context.req.param('reason') ?? '';
  const help = reasonText(reason);
  if (help === undefined) return notFound();
  const { page } = context.var;
  const label = reasonTitle(reason);
  const { todo } = remedyOf(reason);
  const steps = [
    ['What to do', todo],
    ['In Shopify', help.shopify ?? ''],
    ['In Stripe', help.stripe ?? ''],
  ].filter(([, text]) => text !== '');
  return sendPage(
    context,
    <Page page={page} title={label}>
      <p class="small">
        <a href={page.links.help()}>All reasons</a>
      </p>
      <h1>{label}</h1>
      <div class="grid top">
        <section class="card" aria-label="An example">
          <Picture picture={help.picture} />
        </section>
        <section class="card" aria-label="What it means">
          <h2>Why it matters</h2>
          <p>{help.why}</p>
          {steps.map(([title, text]) => (
            <div class="apart">
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          ))}
        </section>
      </div>
    </Page>,
  );
};
