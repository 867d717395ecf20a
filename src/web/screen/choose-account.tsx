import { Page, type ScreenContext } from './page.tsx';
import { plural } from './labels.ts';
import { sendPage } from './responses.tsx';

/** Accounts on the page; the rest is found by its name. */
const maxShown = 50;

/** Lets a user of several accounts choose one. Other paths than the screen's own are 404: they are of an account. */
export const chooseAccount = (context: ScreenContext, accounts: readonly string[], base: string): Promise<Response> => {
  const text = (context.req.query('text') ?? '').trim().slice(0, 100);
  const found = accounts.filter((account) => account.toLowerCase().includes(text.toLowerCase())).toSorted();
  const shown = found.slice(0, maxShown);
  return sendPage(
    context,
    <Page page={context.var.page} title="Accounts">
      <h1>Choose an account</h1>
      <form class="row ends" method="get" action={base} role="search">
        <label>
          Name of the account
          <input type="search" name="text" value={text} maxlength={100} />
        </label>
        <button>Search</button>
      </form>
      <section class="card" aria-label="Accounts">
        {shown.length === 0 ? (
          <p class="soft">None of your accounts has this name.</p>
        ) : (
          <ul class="plain list">
            {shown.map((account) => (
              <li>
                <a href={`${base}/accounts/${encodeURIComponent(account)}`}>{account}</a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {found.length > shown.length ? (
        <p class="soft">{plural(found.length - shown.length, 'more account')}: search for the name.</p>
      ) : null}
    </Page>,
    context.req.path === '/' ? 200 : 404,
  );
};
