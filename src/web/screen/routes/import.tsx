/** Uploads a CSV file of sales that a platform's API no longer returns; then it is checked, previewed and synced like a storefront. */
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import type { BodyLimits } from '../../read-body.ts';
import { Page, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendPage } from '../responses.tsx';

const maxMegabytes = 20;

/** Of the form with its file, which a slow line needs a while for. */
export const importLimits: BodyLimits = { maxBytes: maxMegabytes * 1024 * 1024, timeout: 120_000 };

export const showImport: ScreenHandler = (context) => showPage(context, '', null);

export const importFile: ScreenHandler = async (context) => {
  const { of: chosen, file } = await context.req.parseBody();
  const of = typeof chosen === 'string' ? chosen : '';
  if (!(file instanceof File) || file.size === 0) return showPage(context, of, 'Choose a CSV file that is not empty.');
  try {
    const content = new Uint8Array(await file.arrayBuffer());
    const { storefront, range } = await context.var.taxNexus.pages.importFile({ content, of });
    return context.redirect(context.var.page.links.check({ storefront, ...range }), 303);
  } catch (error) {
    if (error instanceof TaxNexusError && error.code === 'INVALID') return showPage(context, of, error.message);
    throw error;
  }
};

const showPage = (context: ScreenContext, chosen: string, problem: string | null): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const storefronts = taxNexus.pages.storefronts();
  return sendPage(
    context,
    <Page page={page} title="Import a CSV file">
      <p class="small">
        <a href={page.links.newSync()}>New historical sync</a>
      </p>
      <h1>Import a CSV file</h1>
      <p class="soft">
        For sales that the platform no longer returns. Step 1 of 3. Nothing is sent yet: a preview first names each sale
        that would be sent, is in the service already, or is on hold.
      </p>
      {problem === null ? null : <Alert>{`The file was not imported. ${problem}`}</Alert>}
      {storefronts.length === 0 ? (
        <p class="note">No storefront is connected. Ask your developer for the command tax-nexus import.</p>
      ) : (
        <form class="card" method="post" action={page.links.import} enctype="multipart/form-data">
          <div class="fields">
            <label>
              Sales of
              <select name="of" required>
                {storefronts.map((name) => (
                  <option value={name} {...(name === chosen && { selected: true })}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              CSV file, up to {maxMegabytes} MB
              <input type="file" name="file" accept=".csv,text/csv" required />
            </label>
          </div>
          <button class="main">Upload and check</button>
          <p class="soft small below">
            Shopify’s export of orders, Stripe’s export of payments, or a file with the columns id, date, currency,
            total, tax, state, zip and country. A sale gets the id that the shop itself gives it, so that none is sent
            twice. The file is removed after an hour.
          </p>
        </form>
      )}
    </Page>,
    problem === null ? 200 : 422,
  );
};
