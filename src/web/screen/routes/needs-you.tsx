/** The page where a bookkeeper decides on sales that wait: by reason or one by one, with a preview, an undo and "send again". */
import type { FC } from 'hono/jsx';
import { maxSearchedForParts } from '../../../domain/search.ts';
import type { DecidedBatch } from '../../../operations/decisions/decide.ts';
import type { MattersPage } from '../../../operations/decisions/list-matters.ts';
import type { MattersRequest } from '../../../operations/decisions/matters.ts';
import { goneFromService } from '../../../domain/decision.ts';
import type { GoneSales } from '../../../operations/corrections/find-gone.ts';
import type { GoneSelection } from '../../../operations/corrections/gone-matters.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { follow } from '../follow.tsx';
import { Icon } from '../icons.tsx';
import type { Links } from '../links.ts';
import { clocksLabel, plural, wholeOnly } from '../labels.ts';
import { type Form, Page, readForm, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { BulkBar } from '../parts/bulk-bar.tsx';
import { Hidden } from '../parts/forms.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { decidePicked, previewPicked } from './decide-picked.tsx';
import { GroupCard } from '../parts/group-card.tsx';
import { MattersTable } from '../parts/matters-table.tsx';
import { Choices } from '../parts/choices.tsx';
import { Actions, Batch, BatchState, type NeedsYouQuery, Search } from '../parts/matters.tsx';
import { actionLabel, actionMeaning, countAndMoney, describeNeed, isAction, ToSend } from '../parts/open-groups.tsx';
import { sendPage, sendRefusal } from '../responses.tsx';

export const readQuery = (one: (name: string) => string): NeedsYouQuery => {
  const value = (name: keyof NeedsYouQuery): string => one(name).trim().slice(0, 300);
  return {
    ...{ what: value('what'), sent: value('sent'), storefront: value('storefront'), text: value('text') },
    ...{ line: value('line'), batch: value('batch'), sort: value('sort'), after: value('after') },
  };
};

export const requestOf = ({
  what,
  sent,
  storefront,
  text,
  line,
  batch,
  sort,
  after,
}: NeedsYouQuery): MattersRequest => ({
  ...(what !== '' && { what, isSent: sent === 'yes' }),
  ...(storefront !== '' && { storefront }),
  ...(text !== '' && { text }),
  ...(line !== '' && { lineId: line }),
  ...(batch !== '' && { batch, state: 'decided' as const }),
  ...(after !== '' && { cursor: after }),
  sort: sort === 'newest' ? 'newest' : 'money',
});

/** How many sales the page of one reason shows, and how many of each reason the page of all reasons shows. */
const [rowsPerPage, firstRows] = [25, 5];

const notices: Readonly<Record<string, string>> = {
  requested: 'The sales are being read again. Those that can be sent leave this list within seconds.',
  sending: 'What was decided is being sent. Reload this page to see what is left.',
  decided: 'Decided. “Decided before” lists it, with its undo.',
  undone: 'Undone. Sales that were already sent, or on their way, stay sent.',
};

/** `GET /needs-you`: over all runs and live sales. */
export const showNeedsYou: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const { decisions, pages } = taxNexus;
  const { links } = page;
  const query = readQuery((name) => context.req.query(name) ?? '');
  const isOfOne = query.what !== '' || query.batch !== '';
  const groups = await decisions.open(requestOf(query));
  // The page of all reasons lists no single sales here.
  const found = isOfOne ? await decisions.list({ ...requestOf(query), limit: rowsPerPage }) : { items: [], next: null };
  const matters: MattersPage[] = [];
  if (!isOfOne)
    for (const { what, isSent } of groups)
      matters.push(
        isSent
          ? { items: [], next: null }
          : await decisions.list({ ...requestOf(query), what, isSent, limit: firstRows }),
      );
  const [group] = groups;
  const [first] = found.items;
  const decided = query.batch === '' ? undefined : (await pages.decided({ batch: query.batch }))[0];
  const progress = await decisions.progress({ batch: query.batch });
  const toSend = query.batch === '' ? await decisions.open({ state: 'decided', action: 'send' }) : [];
  const isOne = isOfOne && group !== undefined && first !== undefined;
  const notice = notices[context.req.query('done') ?? ''];
  return sendPage(
    context,
    <Page page={page} title="Needs you" {...(progress.isAtWork && { refresh: 2 })}>
      <h1>
        {decided !== undefined
          ? `Decided: ${reasonTitle(decided.what)}`
          : isOne
            ? `Needs you: ${reasonTitle(group.what)}`
            : 'Needs you'}
      </h1>
      {!isOfOne ? (
        <p class="soft">
          {groups.length === 0 ? '' : `${describeNeed(groups)}. `}Sales of all runs and live sales, each once, as they
          are now. <a href={links.decided}>Decided before</a>
        </p>
      ) : (
        <p>
          <a href={links.needsYou()}>Everything that needs you</a>
        </p>
      )}
      {notice === undefined ? null : (
        <p class="note" role="status">
          {notice}
        </p>
      )}
      <ToSend links={links} groups={toSend} />
      {decided === undefined ? null : (
        <Batch page={page} batch={query.batch} decided={decided} waiting={group} progress={progress} />
      )}
      <Search links={links} query={query} storefronts={pages.storefronts()} />
      {query.text === '' ? null : <p class="soft small">{wholeOnly(maxSearchedForParts.matters)}</p>}
      {!isOne && decided !== undefined ? null : !isOne ? (
        <form method="get" action={links.decide({})} aria-label="Reasons">
          {groups.length === 0 ? (
            <section class="card empty">
              <Icon name="check" />
              <p>Nothing needs you{query.text === '' ? '' : ` that matches “${query.text}”`}.</p>
            </section>
          ) : null}
          {groups.length > 1 && links.may('approve') ? (
            <button type="button" class="small" data-select="input.whole" hidden>
              Select all that is not sent
            </button>
          ) : null}
          {[false, true].map((isSent) => {
            const cards = groups.flatMap((group, index) =>
              group.isSent === isSent ? [{ group, matters: matters[index]?.items ?? [] }] : [],
            );
            return cards.length === 0 ? null : (
              <>
                <h2>{isSent ? 'In the service, to check' : 'Not sent'}</h2>
                {cards.map((card) => (
                  <GroupCard links={links} {...card} more={{ text: query.text, storefront: query.storefront }} />
                ))}
              </>
            );
          })}
          <BulkBar links={links} actions={groups.flatMap(({ actions }) => actions)} />
        </form>
      ) : (
        <>
          {query.batch === '' ? (
            <section class="card" aria-label="Decide on all">
              <p>
                <strong>{countAndMoney(group)}.</strong> {group.message}
              </p>
              <Actions links={links} query={query} group={group} />
              <Choices links={links} query={query} group={group} />
            </section>
          ) : null}
          <section class="card flush" aria-label={query.batch === '' ? 'Sales' : 'Sales that are not sent'}>
            {query.batch === '' ? (
              <form method="get" action={links.decide({})}>
                <MattersTable links={links} caption="Each with its message" matters={found.items} />
                <BulkBar links={links} actions={group.actions} />
              </form>
            ) : (
              <MattersTable links={links} caption="Each with its message" matters={found.items} />
            )}
            <p class="soft small below">{clocksLabel(found.items)}</p>
            {found.next === null ? null : (
              <p class="below">
                <a class="button" href={links.needsYou({ ...query, after: found.next })} rel="next">
                  Next page
                </a>
              </p>
            )}
          </section>
        </>
      )}
    </Page>,
  );
};

/** `GET /needs-you/events?batch=…`: how far a batch is sent. */
export const followBatch: ScreenHandler = (context) => {
  const batch = context.req.query('batch') ?? '';
  return follow(context, async () => {
    const progress = await context.var.taxNexus.decisions.progress({ batch });
    return progress.isAtWork
      ? { element: <BatchState progress={progress} action="send" />, announcement: 'sending' }
      : 'over';
  });
};

/** `GET /needs-you/decide`: what a decision would change, before it is made. */
export const previewDecision: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const { links } = page;
  const query = readQuery((name) => context.req.query(name) ?? '');
  const action = context.req.query('action') ?? '';
  if (query.what === '' && isAction(action)) return previewPicked(context, action, context.req.queries('pick') ?? []);
  const [group] = await taxNexus.decisions.open(requestOf(query));
  if (group === undefined || query.what === '' || !isAction(action)) return context.redirect(links.needsYou(), 303);
  const isSentAgain = action === 'send' && group.what === goneFromService;
  const gone = isSentAgain ? await findGoneOf(taxNexus, group.storefronts, selectionOf(query)) : [];
  return sendPage(
    context,
    <Page page={page} title={actionLabel(action, group.what)}>
      <h1>{actionLabel(action, group.what)}</h1>
      <section class="card" aria-label="What this changes">
        <p>
          <strong>{countAndMoney(group)}</strong> · {reasonTitle(group.what)} · {group.storefronts.join(', ')}
        </p>
        <p>{actionMeaning(action, group.what)}</p>
        {isSentAgain ? (
          <SendAgainForms links={links} query={query} gone={gone} />
        ) : (
          <form method="post" action={links.needsYou()}>
            <Hidden query={{ ...query, after: '', action, expected: String(group.count) }} />
            <NoteField isNeeded={action === 'leave out'} />
            <p class="row below">
              <button class="main" name="do" value="decide">
                {actionLabel(action, group.what)}: {plural(group.count, 'sale')}
              </button>
              <a href={links.needsYou({ ...query })}>Back</a>
            </p>
          </form>
        )}
      </section>
    </Page>,
  );
};

const noRight = 'You may not do this. Ask someone who manages the app.';

/** `POST /needs-you`: decides, undoes, reads or sends again. */
export const changeNeedsYou: ScreenHandler = async (context) => {
  const { decisions } = context.var.taxNexus;
  const { links } = context.var.page;
  const form = await readForm(context);
  const what = form.one('do');
  if (!['decide', 'decide picked', 'undo', 'resync', 'send decided', 'send again'].includes(what))
    return sendRefusal(context, 'Choose what to do with the sales.');
  if (!links.may(what === 'resync' || what === 'send decided' ? 'operate' : 'approve'))
    return context.text(noRight, 403);
  if (what === 'send again') return sendAgainForm(context, form);
  const action = form.one('action');
  if (what === 'decide picked' && isAction(action)) return decidePicked(context, form, action);
  if (what === 'decide') {
    const { batch } = await decideForm(context.var, form);
    return context.redirect(links.needsYou({ batch }), 303);
  }
  if (what === 'undo') {
    const lineId = form.one('line');
    await decisions.undo({ batch: form.one('batch'), ...(lineId !== '' && { lineId }) });
    return context.redirect(links.needsYou({ done: 'undone' }), 303);
  }
  if (what === 'send decided') {
    await decisions.resync({ state: 'decided', action: 'send' });
    return context.redirect(links.needsYou({ done: 'sending' }), 303);
  }
  const query = readQuery(form.one);
  await decisions.resync(requestOf(query));
  return context.redirect(links.needsYou(query.batch === '' ? { done: 'requested' } : { batch: query.batch }), 303);
};

const findGoneOf = async (
  { corrections }: ScreenContext['var']['taxNexus'],
  storefronts: readonly string[],
  selection: GoneSelection,
): Promise<readonly GoneSales[]> => {
  const found: GoneSales[] = [];
  for (const storefront of storefronts) found.push(await corrections.findGone(storefront, goneFromService, selection));
  return found.filter(({ count }) => count > 0);
};

const selectionOf = ({ text, line }: NeedsYouQuery): GoneSelection => ({
  ...(text !== '' && { text }),
  ...(line !== '' && { lineId: line }),
});

/** How many transactions a page names. */
const maxNamed = 20;

/** A form for each storefront, because each storefront's sales are sent separately. */
const SendAgainForms: FC<{
  readonly links: Links;
  readonly query: NeedsYouQuery;
  readonly gone: readonly GoneSales[];
}> = ({ links, query: { text, line, ...query }, gone }) => (
  <>
    {gone.map(({ storefront, count, names }) => (
      <form method="post" action={links.needsYou()}>
        <Hidden query={{ storefront, text, line, expected: String(count) }} />
        <p class="small">
          {names.slice(0, maxNamed).join(', ')}
          {count > maxNamed ? `, and ${count - maxNamed} more` : ''}
        </p>
        <p class="row below">
          <button class="main" name="do" value="send again">
            Send {plural(count, 'sale')} of {storefront} again
          </button>
          <a href={links.needsYou({ ...query, text, line })}>Back</a>
        </p>
      </form>
    ))}
  </>
);

const sendAgainForm = async (context: ScreenContext, form: Form): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const query = readQuery(form.one);
  const { items, held } = await taxNexus.corrections.sendAgain({
    ...selectionOf(query),
    ...{ storefront: query.storefront, by: page.user.name, expected: Number(form.one('expected')) },
  });
  const failed = items.filter(({ isCorrected }) => !isCorrected);
  return sendPage(
    context,
    <Page page={page} title="Sent again">
      <h1>Sent again</h1>
      <section class="card" aria-label="Result">
        <p role="status">
          <strong>
            {plural(items.length - failed.length, 'sale')} of {query.storefront} sent again.
          </strong>
          {held === 0 ? '' : ` ${plural(held, 'sale')} the service holds again: not sent.`}
          {failed.length === 0 ? '' : ` ${plural(failed.length, 'sale')} not sent:`}
        </p>
        <ul class="plain list">
          {failed.slice(0, maxNamed).map(({ id, message }) => (
            <li>
              <div class="what">
                {id}
                <p class="small">{message}</p>
              </div>
            </li>
          ))}
        </ul>
        <p class="below">
          <a href={page.links.needsYou()}>Everything that needs you</a>
        </p>
      </section>
    </Page>,
  );
};

const decideForm = ({ page, taxNexus }: ScreenContext['var'], form: Form): Promise<DecidedBatch> => {
  const { what, sent, storefront, text, line } = readQuery(form.one);
  const action = form.one('action');
  const expected = Number(form.one('expected'));
  if (!isAction(action)) throw new TaxNexusError('INVALID', 'Nothing was decided. Choose what to do with the sales.');
  return taxNexus.decisions.decide({
    ...{ what, isSent: sent === 'yes', action, note: form.one('note'), by: page.user.name, expected },
    ...(storefront !== '' && { storefront }),
    ...(text !== '' && { text }),
    ...(line !== '' && { lineId: line }),
  });
};
