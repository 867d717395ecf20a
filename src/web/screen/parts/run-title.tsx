import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import { momentLabel, salesLabel } from '../labels.ts';
import { StatusBadge } from './badges.tsx';

/** The heading of a page about a run. */
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
          started <time datetime={startedAt}>{momentLabel(startedAt)}</time>
        </span>
      </p>
    </>
  );
};
