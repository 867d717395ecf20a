import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DecisionAction } from '../../../domain/decision.ts';
import {
  decide,
  listMatters,
  type MattersRequest,
  needsDecision,
  resyncMatters,
  undoDecisions,
} from '../../../operations/decisions.ts';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import { clocksLabel, plural } from '../labels.ts';
import { type Form, Page, readForm, type ScreenHandler } from '../page.tsx';
import { Hidden } from '../parts/forms.tsx';
import { Choices } from '../parts/choices.tsx';
import { Actions, Batch, type InboxQuery, MatterItem, Search } from '../parts/matters.tsx';
import { actionLabels, actionMeanings, OpenGroups, totalsLabel } from '../parts/open-groups.tsx';
import { sendFailure, sendPage, sendRefusal } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

export const readQuery = (one: (name: string) => string): InboxQuery => {
  const value = (name: keyof InboxQuery): string => one(name).trim().slice(0, 300);
  return {
    ...{ what: value('what'), sent: value('sent'), storefront: value('storefront'), text: value('text') },
    ...{ line: value('line'), batch: value('batch'), sort: value('sort'), after: value('after') },
  };
};

export const requestOf = ({ what, sent, storefront, text, line, batch, sort, after }: InboxQuery): MattersRequest => ({
  ...(what !== '' && { what, isSent: sent === 'yes' }),
  ...(storefront !== '' && { storefront }),
  ...(text !== '' && { text }),
  ...(line !== '' && { lineId: line }),
  ...(batch !== '' && { batch, state: 'decided' as const }),
  ...(after !== '' && { cursor: after }),
  sort: sort === 'newest' ? 'newest' : 'money',
});

const notices: Readonly<Record<string, string>> = {
  requested:
    'The sales are being read again. Those that can be sent leave this list within seconds where live sales are taken, otherwise with the next sync of their days.',
  undone: 'Undone. Sales that were already sent, or on their way, stay sent.',
};

/** `GET /inbox`: what needs a decision, over all runs and live sales. */
export const showInbox =
  (ports: ScreenPorts): ScreenHandler =>
  async (context) => {
    const { page } = context.var;
    const { links } = page;
    const query = readQuery((name) => context.req.query(name) ?? '');
    const isOfOne = query.what !== '' || query.batch !== '';
    const read = await pipe(
      needsDecision(ports, requestOf(query)),
      TE.bindTo('groups'),
      // Of all reasons together, no sale is shown by itself.
      TE.bind('found', () => (isOfOne ? listMatters(ports, requestOf(query)) : TE.right({ items: [], next: null }))),
    )();
    if (E.isLeft(read)) return sendFailure(context, read.left);
    const { groups, found } = read.right;
    const [group] = groups;
    const [first] = found.items;
    const isOne = isOfOne && group !== undefined && first !== undefined;
    const notice = notices[context.req.query('done') ?? ''];
    return sendPage(
      context,
      <Page page={page} title="Needs your decision">
        <h1>{isOne ? `Needs your decision: ${reasonLabel(group.what)}` : 'Needs your decision'}</h1>
        {!isOfOne ? (
          <p class="soft">
            Sales of all runs and live sales, each once, as they are now. <a href={links.decided}>Decided before</a>
          </p>
        ) : (
          <p>
            <a href={links.inbox()}>Everything that needs a decision</a>
          </p>
        )}
        {notice === undefined ? null : (
          <p class="note" role="status">
            {notice}
          </p>
        )}
        <Search links={links} query={query} storefronts={ports.storefronts()} />
        {!isOne ? (
          <section class="card" aria-label="Reasons">
            {groups.length === 0 ? (
              <p class="soft">Nothing needs a decision{query.text === '' ? '' : ` that matches "${query.text}"`}.</p>
            ) : (
              <OpenGroups links={links} groups={groups} more={{ text: query.text, storefront: query.storefront }} />
            )}
          </section>
        ) : (
          <>
            {query.batch === '' ? (
              <section class="card" aria-label="Decide on all">
                <p>
                  <strong>
                    {plural(group.count, 'sale')}, {totalsLabel(group.totals)}.
                  </strong>{' '}
                  {group.message}
                </p>
                <Actions links={links} query={query} group={group} />
                <Choices links={links} query={query} group={group} />
              </section>
            ) : (
              <Batch links={links} batch={query.batch} group={group} first={first} />
            )}
            <section class="card" aria-label="Sales">
              <ul class="plain list">
                {found.items.map((matter) => (
                  <MatterItem links={links} query={query} matter={matter} />
                ))}
              </ul>
              <p class="soft small below">{clocksLabel(found.items)}</p>
              {found.next === null ? null : (
                <p class="below">
                  <a class="button" href={links.inbox({ ...query, after: found.next })} rel="next">
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

const isAction = (value: string): value is DecisionAction => Object.hasOwn(actionLabels, value);

/** `GET /inbox/decide`: what a decision would change, before it is made. */
export const previewDecision =
  (ports: ScreenPorts): ScreenHandler =>
  async (context) => {
    const { page } = context.var;
    const { links } = page;
    const query = readQuery((name) => context.req.query(name) ?? '');
    const action = context.req.query('action') ?? '';
    const groups = await needsDecision(ports, requestOf(query))();
    if (E.isLeft(groups)) return sendFailure(context, groups.left);
    const [group] = groups.right;
    if (group === undefined || query.what === '' || !isAction(action)) return context.redirect(links.inbox(), 303);
    return sendPage(
      context,
      <Page page={page} title={actionLabels[action]}>
        <h1>{actionLabels[action]}</h1>
        <section class="card" aria-label="What this changes">
          <p>
            <strong>
              {plural(group.count, 'sale')}, {totalsLabel(group.totals)}
            </strong>{' '}
            · {reasonLabel(group.what)} · {group.storefronts.join(', ')}
          </p>
          <p>{actionMeanings[action]}</p>
          <form method="post" action={links.inbox()}>
            <Hidden query={{ ...query, after: '', action, expected: String(group.count) }} />
            <label>
              Note{action === 'leave out' ? '' : ' (optional)'}, without customer names
              <textarea name="note" maxlength={2000} required={action === 'leave out'} />
            </label>
            <p class="row below">
              <button class="main" name="do" value="decide">
                {actionLabels[action]}: {plural(group.count, 'sale')}
              </button>
              <a href={links.inbox({ ...query })}>Back</a>
            </p>
          </form>
        </section>
      </Page>,
    );
  };

const decideForm = (ports: ScreenPorts, form: Form, by: string): ReturnType<typeof decide> => {
  const { what, sent, storefront, text, line } = readQuery(form.one);
  const action = form.one('action');
  const expected = Number(form.one('expected'));
  return isAction(action)
    ? decide(ports, {
        ...{ what, isSent: sent === 'yes', action, note: form.one('note'), by, expected },
        ...(storefront !== '' && { storefront }),
        ...(text !== '' && { text }),
        ...(line !== '' && { lineId: line }),
      })
    : TE.left({ code: 'INVALID', message: 'Nothing was decided. Choose what to do with the sales.' });
};

const noRight = 'You may not do this. Ask someone who manages the app.';

/** `POST /inbox`: decides, undoes, or reads again. */
export const changeInbox =
  (ports: ScreenPorts): ScreenHandler =>
  async (context) => {
    const { links, user } = context.var.page;
    const form = await readForm(context);
    const what = form.one('do');
    if (!['decide', 'undo', 'resync'].includes(what)) return sendRefusal(context, 'Choose what to do with the sales.');
    if (!links.may(what === 'resync' ? 'operate' : 'approve')) return context.text(noRight, 403);
    if (what === 'decide') {
      const made = await decideForm(ports, form, user.name)();
      return E.isLeft(made)
        ? sendFailure(context, made.left)
        : context.redirect(links.inbox({ batch: made.right.batch }), 303);
    }
    if (what === 'undo') {
      const undone = await undoDecisions(ports, form.one('batch'))();
      return E.isLeft(undone)
        ? sendFailure(context, undone.left)
        : context.redirect(links.inbox({ done: 'undone' }), 303);
    }
    const requested = await resyncMatters(ports, requestOf(readQuery(form.one)))();
    return E.isLeft(requested)
      ? sendFailure(context, requested.left)
      : context.redirect(links.inbox({ done: 'requested' }), 303);
  };
