/** Help for bookkeepers: a page for each reason why a sale was not sent or should be checked. */
import type { FC } from 'hono/jsx';
import type { ReasonText } from '../../../reconcile/reasons/reason-text.ts';
import { reasonGroups, reasonsWith, reasonText, reasonTitle, remedyOf } from '../../../reconcile/reasons/reasons.ts';
import { notFound } from '../../answers.ts';
import { Icon } from '../icons.tsx';
import { KeySection } from '../keys.tsx';
import { Page, type ScreenHandler } from '../page.tsx';
import { sendPage } from '../responses.tsx';

/** All reasons that have a page, or the reasons that a text finds. */
export const listHelp: ScreenHandler = (context) => {
  const { page } = context.var;
  const text = (context.req.query('text') ?? '').trim().slice(0, 100);
  const found = reasonsWith(text);
  const groups = reasonGroups()
    .map((group) => ({ ...group, reasons: group.reasons.filter((reason) => found.has(reason)) }))
    .filter((group) => group.reasons.length > 0);
  return sendPage(
    context,
    <Page page={page} title={text === '' ? 'Help' : `Help: ${text}`}>
      <h1>Help</h1>
      <p class="soft">Why a sale was not sent, or should be checked, and what to do.</p>
      <Search action={page.links.help()} text={text} />
      {groups.length === 0 ? (
        <section class="card empty">
          <Icon name="help" />
          <p>No page has “{text}”.</p>
          <a class="button" href={page.links.help()}>
            Show all
          </a>
        </section>
      ) : null}
      {groups.map((group) => (
        <section class="card" aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul class="plain columns">
            {group.reasons.map((reason) => (
              <li>
                <a href={page.links.help(reason)}>{reasonTitle(reason)}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {text === '' ? <KeySection /> : null}
    </Page>,
  );
};

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

const Search: FC<{ readonly action: string; readonly text: string }> = ({ action, text }) => (
  <form class="row ends filters" method="get" action={action} role="search" aria-label="Help">
    <label>
      Search help
      <input type="search" name="text" value={text} maxlength={100} placeholder="refund, address, tax" />
    </label>
    <button>Search</button>
  </form>
);

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
