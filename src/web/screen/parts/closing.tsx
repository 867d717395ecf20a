/** Closing a month whose taxes are filed, and opening it again for a reason. */
import type { FC } from 'hono/jsx';
import type { PeriodState } from '../../../operations/closed-periods/list-months.ts';
import { monthLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { Moment } from '../moments.tsx';

interface ClosingProps {
  readonly links: Links;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Undefined for a month that was never read, closed or opened again. */
  readonly state: PeriodState | undefined;
  readonly isOver: boolean;
  readonly seesAll: boolean;
  /** How many matters are open, once a person tried to close it. Default: not asked. */
  readonly open?: number;
}

export const Closing: FC<ClosingProps> = ({ links, month, state, isOver, seesAll, open }) => {
  const isClosed = state?.isClosed === true;
  return (
    <section class="card noprint" aria-labelledby="closing">
      <h2 id="closing">
        {monthLabel(month)} <span class={`badge ${isClosed ? 'good' : ''}`}>{isClosed ? 'closed' : 'open'}</span>
      </h2>
      <Changes changes={state?.changes ?? []} />
      {!seesAll ? (
        <p class="soft">Months are closed for all storefronts together, by someone who may see all of them.</p>
      ) : !isOver ? (
        <p class="soft">The month is not over.</p>
      ) : !links.may('approve') ? null : isClosed ? (
        <ReopenForm links={links} month={month} />
      ) : (
        <>
          <p class="soft small">
            Close a month once its taxes are filed. Its totals are kept, and its statement shows what comes later. A
            sync into a closed month then needs confirmation.
          </p>
          <CloseForm links={links} month={month} {...(open !== undefined && { open })} />
        </>
      )}
    </section>
  );
};

const Changes: FC<Pick<PeriodState, 'changes'>> = ({ changes }) => (
  <>
    {changes.map(({ action, by, at, reason }) => (
      <p class="soft small">
        {action === 'close' ? 'Closed' : 'Reopened'} {by === '' ? '' : `by ${by} `}on <Moment at={at} />
        {reason === '' ? '' : `: ${reason}`}
      </p>
    ))}
  </>
);

const ReopenForm: FC<Pick<ClosingProps, 'links' | 'month'>> = ({ links, month }) => (
  <form class="row ends" method="post" action={links.months()}>
    <input type="hidden" name="month" value={month} />
    <label>
      Why {monthLabel(month)} is reopened
      <input name="reason" maxlength={2000} autocomplete="off" required />
    </label>
    <button name="what" value="reopen">
      Reopen {monthLabel(month)}
    </button>
  </form>
);

const CloseForm: FC<Pick<ClosingProps, 'links' | 'month' | 'open'>> = ({ links, month, open }) => (
  <form method="post" action={links.months()}>
    <input type="hidden" name="month" value={month} />
    {open === undefined ? null : (
      <label class="pick">
        <input type="checkbox" name="open" value={String(open)} required />
        <span>
          {plural(open, 'matter is', 'matters are')} open. Close {monthLabel(month)} all the same.{' '}
          <a href={links.needsYou()}>Decide on them</a>
        </span>
      </label>
    )}
    <button name="what" value="close">
      Close {monthLabel(month)}
    </button>
  </form>
);
