/** The parts of the page "Needs you": its search, the actions on a group, and how far a batch of decisions is carried out. */
import type { FC } from 'hono/jsx';
import type { DecidedTogether, DecisionAction } from '../../../domain/decision.ts';
import type { DecisionProgress } from '../../../operations/decisions/batch-progress.ts';
import type { OpenGroup } from '../../../operations/decisions/open-groups.ts';
import { Following } from '../follow.tsx';
import { count, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import type { PageContext } from '../page.tsx';
import { Hidden, IfMay } from './forms.tsx';
import { actionLabel, totalsLabel } from './open-groups.tsx';

/** The page's query, as links and forms carry it. */
export interface NeedsYouQuery {
  readonly what: string;
  readonly sent: string;
  readonly storefront: string;
  readonly text: string;
  readonly line: string;
  readonly batch: string;
  readonly sort: string;
  readonly after: string;
}

export const Search: FC<{
  readonly links: Links;
  readonly query: NeedsYouQuery;
  readonly storefronts: readonly string[];
}> = ({ links, query, storefronts }) => (
  <details class="filter" {...(query.text + query.storefront + query.sort !== '' && { open: true })}>
    <summary>Filter</summary>
    <form class="row ends" method="get" action={links.needsYou()} role="search">
      <Hidden query={{ ...query, text: '', storefront: '', sort: '', after: '' }} />
      <label>
        Number, state or amount
        <input type="search" name="text" value={query.text} maxlength={100} />
      </label>
      {storefronts.length < 2 ? null : (
        <label>
          Storefront
          <select name="storefront">
            <option value="">All</option>
            {storefronts.map((name) => (
              <option value={name} {...(name === query.storefront && { selected: true })}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {query.what === '' && query.batch === '' ? null : (
        <label>
          Order
          <select name="sort">
            <option value="money">Largest first</option>
            <option value="newest" {...(query.sort === 'newest' && { selected: true })}>
              Newest first
            </option>
          </select>
        </label>
      )}
      <button>Search</button>
    </form>
  </details>
);

export const Actions: FC<{ readonly links: Links; readonly query: NeedsYouQuery; readonly group: OpenGroup }> = ({
  links,
  query,
  group,
}) => (
  <div class="row">
    <IfMay links={links} right="approve">
      {group.actions.map((action, index) => (
        <a class={index === 0 ? 'button main' : 'button'} href={links.decide({ ...query, after: '', action })}>
          {actionLabel(action, group.what)}
        </a>
      ))}
    </IfMay>
    {group.isSent ? null : (
      <IfMay links={links} right="operate">
        <form method="post" action={links.needsYou()}>
          <Hidden query={{ ...query, after: '' }} />
          <button name="do" value="resync">
            Read {plural(group.count, 'sale')} again
          </button>
        </form>
      </IfMay>
    )}
  </div>
);

interface UndoProps {
  readonly links: Links;
  readonly batch: string;
  /** Only this sale. Default: all of the batch. */
  readonly lineId?: string;
  readonly label: string;
  /** Distinguishes one of many such buttons. */
  readonly about?: string;
}

export const UndoForm: FC<UndoProps> = ({ links, batch, lineId = '', label, about }) => (
  <IfMay links={links} right="approve">
    <form method="post" action={links.needsYou()}>
      <Hidden query={{ batch, line: lineId }} />
      <button name="do" value="undo" {...(about !== undefined && { 'aria-label': `${label}: ${about}` })}>
        {label}
      </button>
    </form>
  </IfMay>
);

/** `2 of 4 sales are in the service. 2 wait.` */
export const BatchState: FC<{ readonly progress: DecisionProgress; readonly action: DecisionAction }> = ({
  progress: { decided, waiting, inService, isAtWork },
  action,
}) => {
  if (action !== 'send') return <></>;
  const elsewhere = decided - waiting - inService;
  return (
    <>
      <p>
        {isAtWork ? <span class="badge live">sending</span> : null}{' '}
        <strong>
          {count(inService)} of {plural(decided, 'sale is', 'sales are')} in the service.
        </strong>{' '}
        {waiting === 0 ? '' : `${plural(waiting, 'waits', 'wait')} to be sent. `}
        {elsewhere === 0
          ? ''
          : `${plural(elsewhere, 'could not be sent and is', 'could not be sent and are')} listed again under “Needs you”, with the reason.`}
      </p>
      {isAtWork ? <progress aria-label="Sending" value={decided - waiting} max={decided} /> : null}
    </>
  );
};

interface BatchProps {
  readonly page: PageContext;
  readonly batch: string;
  readonly decided: DecidedTogether;
  /** The group of decisions that are not carried out; undefined when all are. */
  readonly waiting: OpenGroup | undefined;
  readonly progress: DecisionProgress;
}

export const Batch: FC<BatchProps> = ({ page, batch, decided, waiting, progress }) => {
  const { links } = page;
  const { action, what } = decided;
  const state = <BatchState progress={progress} action={action} />;
  const isWaiting = progress.waiting > 0;
  return (
    <>
      <div class={`note ${action === 'send' && isWaiting ? 'warn' : 'good'}`} role="status">
        <p>
          {actionLabel(action, what)}: {plural(decided.count, 'sale')}
          {waiting === undefined || totalsLabel(waiting.totals) === '' ? '' : `, ${totalsLabel(waiting.totals)}`}.
        </p>
        {progress.isAtWork && action === 'send' ? null : state}
        <div class="row">
          {action !== 'send' || !isWaiting || progress.isAtWork ? null : (
            <IfMay links={links} right="operate">
              <form method="post" action={links.needsYou()}>
                <input type="hidden" name="batch" value={batch} />
                <button class="main" name="do" value="resync">
                  Send now
                </button>
              </form>
            </IfMay>
          )}
          {action === 'send' && !isWaiting ? null : <UndoForm links={links} batch={batch} label="Undo" />}
        </div>
      </div>
      {progress.isAtWork && action === 'send' ? (
        <Following page={page} events={links.needsYouEvents({ batch })} label="Sending" shown={state} />
      ) : null}
    </>
  );
};
