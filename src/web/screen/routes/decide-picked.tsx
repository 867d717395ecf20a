/** Decides at once on ticked sales of several reasons, after a preview of what that changes. */
import type { DecisionAction } from '../../../domain/decision.ts';
import type { OpenGroup } from '../../../operations/decisions/open-groups.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { plural } from '../labels.ts';
import { type Form, Page, type ScreenContext } from '../page.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { actionLabel, actionMeaning, countAndMoney } from '../parts/open-groups.tsx';
import { type Picked, readPicks } from '../picks.ts';
import { sendPage, sendRefusal } from '../responses.tsx';

/** The preview. */
export const previewPicked = async (
  context: ScreenContext,
  action: DecisionAction,
  values: readonly string[],
): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const { links } = page;
  const all = await groupsOf(taxNexus, values);
  const may = all.filter(({ group }) => group.actions.includes(action));
  const mayNot = all.filter((one) => !may.includes(one));
  const [first] = may;
  if (first === undefined)
    return sendRefusal(
      context,
      all.length === 0
        ? 'Nothing is selected. Tick sales or reasons first.'
        : 'This cannot be decided for these sales.',
    );
  const title = actionLabel(action, first.picked.what);
  return sendPage(
    context,
    <Page page={page} title={title}>
      <h1>
        {title}: {plural(countOf(may), 'sale')}
      </h1>
      <section class="card" aria-label="What this changes">
        <ul class="plain list">
          {may.map(({ group }) => (
            <li>
              <span>{reasonTitle(group.what)}</span>
              <span class="num">{countAndMoney(group)}</span>
            </li>
          ))}
        </ul>
        <p class="below">{actionMeaning(action, first.picked.what)}</p>
        {mayNot.map(({ group }) => (
          <p class="note warn">
            {reasonTitle(group.what)}, {plural(group.count, 'sale stays', 'sales stay')} as it is: {group.message}
          </p>
        ))}
        <form method="post" action={links.needsYou()}>
          {values.map((value) => (
            <input type="hidden" name="pick" value={value} />
          ))}
          <input type="hidden" name="action" value={action} />
          <input type="hidden" name="expected" value={expectedOf(may)} />
          <NoteField isNeeded={action === 'leave out'} />
          <p class="row below">
            <button class="main" name="do" value="decide picked">
              {title}: {plural(countOf(may), 'sale')}
            </button>
            <a href={links.needsYou()}>Back</a>
          </p>
        </form>
      </section>
    </Page>,
  );
};

/** Makes one batch for each reason. Nothing is decided if other sales wait now than the preview named. */
export const decidePicked = async (context: ScreenContext, form: Form, action: DecisionAction): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const groups = (await groupsOf(taxNexus, form.all('pick'))).filter(({ group }) => group.actions.includes(action));
  if (groups.length === 0 || form.one('expected') !== expectedOf(groups))
    throw new TaxNexusError('RUN_STATE', 'Other sales wait now than you saw. Look again, then decide.');
  const decided = { action, note: form.one('note'), by: page.user.name };
  const batches: string[] = [];
  for (const { picked, group } of groups)
    batches.push((await taxNexus.decisions.decide({ ...picked, ...decided, expected: group.count })).batch);
  const [batch] = batches;
  return context.redirect(
    page.links.needsYou(batches.length === 1 && batch !== undefined ? { batch } : { done: 'decided' }),
    303,
  );
};

interface PickedGroup {
  readonly picked: Picked;
  readonly group: OpenGroup;
}

/** The ticked matters that are still open, by reason. */
const groupsOf = async (
  { decisions }: ScreenContext['var']['taxNexus'],
  values: readonly string[],
): Promise<readonly PickedGroup[]> => {
  const groups: PickedGroup[] = [];
  for (const picked of readPicks(values)) {
    const [group] = await decisions.open(picked);
    if (group !== undefined) groups.push({ picked, group });
  }
  return groups;
};

const countOf = (groups: readonly PickedGroup[]): number => groups.reduce((all, { group }) => all + group.count, 0);

/** How many sales of each reason a preview named. */
const expectedOf = (groups: readonly PickedGroup[]): string => JSON.stringify(groups.map(({ group }) => group.count));
