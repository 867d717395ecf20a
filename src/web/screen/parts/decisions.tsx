import type { FC } from 'hono/jsx';
import type { Report } from '../../../reconcile/report.ts';
import type { Links, Query } from '../links.ts';
import { count } from '../labels.ts';
import { Settings } from './settings.tsx';

interface DecisionsProps {
  readonly links: Links;
  readonly runId: string;
  readonly report: Report;
}

/** Where the transactions of a matter are listed: by reason, by finding, or by what came after. */
const queryOf = ({ held, findings }: Report, what: string): Query => {
  if (what === 'drift') return { moved: 'yes' };
  return what in held || !(what in findings) ? { reason: what } : { finding: what };
};

/** A live run never finishes; a run that broke off knows nothing of the sales that it did not come to. */
const describeEmpty = ({ kind, status, dryRun }: Report): string => {
  if (kind !== 'live' && status !== 'finished')
    return 'Nothing among the sales that were looked at. Not all of them were.';
  return `Nothing. Every sale ${dryRun ? 'would be' : 'is'} sent, or is rightly left out.`;
};

/** What only a person can decide, each with what to do about it. */
export const Decisions: FC<DecisionsProps> = ({ links, runId, report }) => {
  const { decide } = report.review;
  return (
    <section class="card" aria-labelledby="decide">
      <h2 id="decide">For you to decide or look at</h2>
      {decide.length === 0 ? (
        <p class="soft">{describeEmpty(report)}</p>
      ) : (
        <ul class="plain list">
          {decide.map(({ what, count: number, message, settings }) => (
            <li>
              <div class="what">
                <a href={links.of(runId, 'entries', queryOf(report, what))}>{what}</a>
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
