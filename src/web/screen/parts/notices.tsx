/** Small parts that many pages share: problems, badges, figures, and the title of a run. */
import type { Child, FC } from 'hono/jsx';
import { findingKind, type Outcome, type RunStatus, type Run } from '../../../domain/run.ts';
import type { Links } from '../links.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { count, outcomeLabel, statusLabel, salesLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';

/** A problem, announced by screen readers. */
export const Alert: FC<{ readonly children?: Child }> = ({ children }) => (
  <p class="note bad" role="alert">
    {children}
  </p>
);

/** Why a run ended early, with what to do; nothing if unknown. */
export const WhyEnded: FC<{ readonly lines: readonly string[] }> = ({ lines }) =>
  lines.length === 0 ? null : (
    <div class="note bad" role="alert">
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );

/** Names of settings, apart from the text for bookkeepers, who pass them on to a developer. */
export const Settings: FC<{ readonly names: readonly string[] }> = ({ names }) =>
  names.length === 0 ? null : (
    <details class="small">
      <summary>For your developer</summary>
      <code>{names.join(', ')}</code>
    </details>
  );

/** A reason or finding that links to its help page. */
export const ReasonLink: FC<{ readonly links: Links; readonly reason: string }> = ({ links, reason }) => (
  <a href={links.help(findingKind(reason))}>
    <strong>{reasonTitle(reason)}</strong>
  </a>
);

const statusTone: Readonly<Record<RunStatus, string>> = {
  running: 'live',
  paused: 'warn',
  stopped: 'bad',
  finished: 'good',
  canceled: '',
};

export const StatusBadge: FC<{ readonly status: RunStatus }> = ({ status }) => (
  <span class={`badge ${statusTone[status]}`}>{statusLabel[status]}</span>
);

const outcomeTone: Readonly<Record<Outcome, string>> = {
  succeeded: 'good',
  alreadyPresent: 'good',
  failed: 'bad',
  held: 'warn',
  skipped: '',
};

export const OutcomeBadge: FC<{ readonly outcome: Outcome; readonly reason: string | null }> = ({ outcome, reason }) =>
  reason === 'would be sent' ? (
    <span class="badge live">{reasonTitle(reason)}</span>
  ) : (
    <span class={`badge ${outcomeTone[outcome]}`}>{outcomeLabel[outcome]}</span>
  );

export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Whether a value above zero needs attention. */
  readonly isBad?: boolean;
  readonly link?: string;
}

export const Figures: FC<{ readonly figures: readonly Figure[] }> = ({ figures }) => (
  <dl class="four">
    {figures.map(({ label, value, isBad = false, link }) => (
      <div class={isBad && value > 0 ? 'bad' : ''}>
        <dt>{link === undefined || value === 0 ? label : <a href={link}>{label}</a>}</dt>
        <dd>{count(value)}</dd>
      </div>
    ))}
  </dl>
);

export const RunTitle: FC<{ readonly run: Run; readonly title: string }> = ({ run, title }) => {
  const { storefronts, timeZones, status, startedAt } = run;
  return (
    <>
      <h1>
        {title} {salesLabel(run)}
      </h1>
      <p class="row">
        {run.kind === 'live' ? <span class="badge live">live</span> : <StatusBadge status={status} />}
        {run.dryRun ? <span class="badge">preview: nothing is sent</span> : null}
        <span class="soft small">
          {storefronts
            .map((name) => (timeZones[name] === undefined ? name : `${name} (time zone ${timeZones[name]})`))
            .join(', ')}
        </span>
        <span class="soft small">
          started <Moment at={startedAt} />
        </span>
      </p>
    </>
  );
};
