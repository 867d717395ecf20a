import type { FC } from 'hono/jsx';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import type { Report } from '../../../reconcile/report.ts';
import { count } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import { Settings } from './notices.tsx';

interface DecisionsProps {
  readonly links: Links;
  readonly runId: string;
  readonly report: Report;
}

/** Lists the transactions of a matter: by reason, finding or adjustment. */
const queryOf = ({ held, findings }: Report, what: string): Query => {
  if (what === 'drift') return { moved: 'yes' };
  return what in held || !(what in findings) ? { reason: what } : { finding: what };
};

/** A live run never finishes. A run that ended early has not read all sales. */
const describeEmpty = ({ kind, status, dryRun }: Report): string =>
  kind !== 'live' && status !== 'finished'
    ? 'Nothing among the sales read so far. Not all sales were read.'
    : `Nothing. Every sale ${dryRun ? 'would be' : 'is'} sent or needs no action.`;

/** What only a person can decide, with what to do. */
export const Decisions: FC<DecisionsProps> = ({ links, runId, report }) => {
  const { decide } = report.review;
  return (
    <section class="card" aria-labelledby="decide">
      <h2 id="decide">Needs your decision</h2>
      {decide.length === 0 ? (
        <p class="soft">{describeEmpty(report)}</p>
      ) : (
        <ul class="plain list">
          {decide.map(({ what, count: number, message, settings }) => (
            <li>
              <div class="what">
                <a href={links.runPage(runId, 'entries', queryOf(report, what))}>{reasonLabel(what)}</a>
                <p class="small">{message}</p>
                <Settings names={settings} />
              </div>
              <span class="num">{count(number)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
