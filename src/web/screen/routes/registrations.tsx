/** The page where people note the states in which the business is registered, so that these are not named as needing action. */
import { facilitatorLaws } from '../../../mapping/facilitator-laws.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { registrationLabel } from '../labels.ts';
import { type Html, Page, readForm, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';
import { stateName } from '../parts/us-map.tsx';
import { sendPage } from '../responses.tsx';

const states = Object.keys(facilitatorLaws)
  .map((code) => ({ code, name: stateName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name));

export const StateChoice = (): Html => (
  <label>
    State
    <select name="state" required>
      <option value="">Choose a state</option>
      {states.map(({ code, name }) => (
        <option value={code}>{name}</option>
      ))}
    </select>
  </label>
);

const NewRegistration = ({ action }: { readonly action: string }): Html => (
  <form class="card" method="post" action={action}>
    <h2>Add a state</h2>
    <div class="row ends">
      <StateChoice />
      <label>
        First day
        <input type="date" name="since" />
      </label>
      <label>
        Who registered you or files there (optional)
        <input name="registeredBy" maxlength={200} autocomplete="off" />
      </label>
    </div>
    <label class="pick below">
      <input type="checkbox" name="status" value="managed elsewhere" />
      <span>Another service or preparer files there</span>
    </label>
    <p class="below">
      <button name="what" value="save">
        Add registration
      </button>
    </p>
  </form>
);

const showPage = async (context: ScreenContext, problem: string | null = null): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const known = await taxNexus.registrations.list();
  const mayChange = page.links.may('approve');
  return sendPage(
    context,
    <Page page={page} title="Registrations">
      <h1>Registrations</h1>
      <p class="soft">
        The states in which the business is registered to collect sales tax. They are not named among the thresholds
        that need you. <a href={page.links.exposure()}>State thresholds</a>
      </p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      <section class="card" aria-label="Registrations">
        {known.length === 0 ? (
          <p class="soft">No registration is known.</p>
        ) : (
          <ul class="plain list">
            {known.map((one) => (
              <li>
                <div class="what">
                  {stateName(one.state)}
                  <p class="soft small">
                    {registrationLabel(one)}
                    {one.isSetting ? '. This is a setting (service.registrations): change it there' : ''}
                  </p>
                </div>
                {mayChange && !one.isSetting ? (
                  <form method="post" action={page.links.registrations}>
                    <input type="hidden" name="state" value={one.state} />
                    <button
                      name="what"
                      value="remove"
                      aria-label={`Remove the registration in ${stateName(one.state)}`}
                    >
                      Remove
                    </button>
                  </form>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </section>
      {mayChange ? <NewRegistration action={page.links.registrations} /> : null}
    </Page>,
    problem === null ? 200 : 422,
  );
};

/** `GET /registrations` */
export const listRegistrations: ScreenHandler = (context) => showPage(context);

/** `POST /registrations`: notes or removes a registration. */
export const changeRegistration: ScreenHandler = async (context) => {
  const form = await readForm(context);
  const { user, links } = context.var.page;
  const { registrations } = context.var.taxNexus;
  const [state, since] = [form.one('state'), form.one('since')];
  try {
    if (form.one('what') === 'remove') await registrations.remove({ state });
    else
      await registrations.save({
        ...{ state, registeredBy: form.one('registeredBy'), by: user.name },
        ...(since !== '' && { since }),
        ...(form.one('status') === 'managed elsewhere' && { status: 'managed elsewhere' }),
      });
    return context.redirect(links.registrations, 303);
  } catch (error) {
    if (error instanceof TaxNexusError && error.code === 'INVALID') return showPage(context, error.message);
    throw error;
  }
};
