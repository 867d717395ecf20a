/** The forms that act on a run (start, retry, cancel, note), each shown only to users with the right for it. */
import type { FC, Child } from 'hono/jsx';
import type { ReportLine } from '../../../domain/run.ts';
import type { Links, Query } from '../links.ts';
import type { Right } from '../screen-ports.ts';

/** Shows its content only to users with the right. */
export const IfMay: FC<{ readonly links: Links; readonly right: Right; readonly children?: Child }> = ({
  links,
  right,
  children,
}) => (links.may(right) ? <>{children}</> : null);

/** A query as hidden fields of a form. */
export const Hidden: FC<{ readonly query: Query }> = ({ query }) => (
  <>
    {Object.entries(query)
      .filter(([, value]) => typeof value === 'string' && value !== '')
      .map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
  </>
);

interface RunFormProps {
  readonly links: Links;
  readonly runId: string;
}

/** Offers to send into closed months to users with that right. Otherwise sales of closed months stay on hold. */
export const ConfirmClosed: FC<{ readonly links: Links; readonly closed: readonly string[] }> = ({ links, closed }) =>
  closed.length === 0 || !links.may('approve') ? null : (
    <label class="pick">
      <input type="checkbox" name="confirm" value="closed" />
      <span>Also send into closed months, otherwise their sales stay on hold</span>
    </label>
  );

interface StartFormProps {
  readonly links: Links;
  readonly request: { readonly storefronts: readonly string[]; readonly from: string; readonly to: string };
  /** `day`: a sync of a single day. */
  readonly mode: 'preview' | 'start' | 'resume' | 'day';
  /** Distinguishes one of many such buttons. */
  readonly about?: string;
  readonly isMain?: boolean;
  /** Closed months among its days. */
  readonly closed?: readonly string[];
}

const startLabels: Readonly<Record<StartFormProps['mode'], string>> = {
  preview: 'Preview',
  start: 'Start the sync',
  resume: 'Resume',
  day: 'Sync this day',
};

/** Starts a preview or a sync, or resumes one. */
export const StartForm: FC<StartFormProps> = ({ links, request, mode, about, isMain = false, closed = [] }) =>
  !links.may('operate') ? null : (
    <form method="post" action={links.start}>
      {request.storefronts.map((name) => (
        <input type="hidden" name="storefront" value={name} />
      ))}
      <input type="hidden" name="from" value={request.from} />
      <input type="hidden" name="to" value={request.to} />
      <ConfirmClosed links={links} closed={mode === 'preview' ? [] : closed} />
      <button
        class={isMain ? 'main' : ''}
        name="mode"
        value={mode === 'preview' ? 'preview' : 'start'}
        {...(about !== undefined && { 'aria-label': `${startLabels[mode]}: ${about}` })}
      >
        {startLabels[mode]}
      </button>
    </form>
  );

interface RetryFormProps extends RunFormProps {
  /** Text of the button. */
  readonly label: string;
  /** Only this line; default: everything that failed or is held. */
  readonly line?: Pick<ReportLine, 'id' | 'storefront' | 'reason'>;
  /** The page of the run that shows what was found; default the report. */
  readonly page?: 'needs';
  /** How many sales it reads again; default one. */
  readonly count?: number;
  readonly isMain?: boolean;
  /** Closed months among its sales, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** Reads and pushes again what failed or is held. */
export const RetryForm: FC<RetryFormProps> = ({ links, runId, label, line, page, count = 1, isMain = false, closed }) =>
  !links.may('operate') ? null : (
    <form method="post" action={links.runPage(runId, 'retry')}>
      <Hidden
        query={
          line === undefined
            ? { page, count: String(count) }
            : { id: line.id, storefront: line.storefront, was: line.reason ?? 'unknown' }
        }
      />
      <ConfirmClosed links={links} closed={closed} />
      <button class={isMain ? 'main' : ''}>{label}</button>
    </form>
  );

/** Cancels a run after a second click, because it cannot be resumed. */
export const CancelForm: FC<RunFormProps> = ({ links, runId }) =>
  !links.may('operate') ? null : (
    <details>
      <summary>Cancel</summary>
      <form method="post" action={links.runPage(runId, 'cancel')}>
        <p class="small">
          A canceled run cannot be resumed; a sync of the same days starts a new one. What was sent stays sent, and the
          report is kept.
        </p>
        <button>Cancel this run permanently</button>
      </form>
    </details>
  );

interface NoteFormProps extends RunFormProps {
  readonly storefront: string;
  /** The id of a line or an adjustment. */
  readonly id: string;
  readonly about: string;
}

/** A person's note on something that was found. */
export const NoteForm: FC<NoteFormProps> = ({ links, runId, storefront, id, about }) =>
  !links.may('approve') ? null : (
    <details>
      <summary aria-label={`Acknowledge: ${about}`}>Acknowledge</summary>
      <form method="post" action={links.runPage(runId, 'acknowledge')}>
        <input type="hidden" name="storefront" value={storefront} />
        <input type="hidden" name="id" value={id} />
        <label>
          What was decided (no customer names)
          <textarea name="note" required maxlength={2000} />
        </label>
        <p>
          <button>Save note</button>
        </p>
      </form>
    </details>
  );
