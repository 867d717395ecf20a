/** Switches between the pages of a run. */
import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import type { Links } from '../links.ts';

/** A page of a run. */
export type RunTab = 'report' | 'needs' | 'lines' | 'sums' | 'sign-off';

const tabs: readonly (readonly [tab: RunTab, label: string])[] = [
  ['report', 'Report'],
  ['needs', 'Needs you'],
  ['lines', 'Sales'],
  ['sums', 'Sums and files'],
  ['sign-off', 'Sign-off'],
];

/** A live run has one page only, its list of sales. */
export const RunTabs: FC<{ readonly links: Links; readonly run: Run; readonly current: RunTab | null }> = ({
  links,
  run,
  current,
}) =>
  run.kind === 'live' ? (
    <p>
      <a href={links.live}>All live sales</a>
    </p>
  ) : (
    <nav class="chips" aria-label="Pages of this run">
      {tabs
        .filter(([tab]) => tab !== 'sign-off' || !run.dryRun)
        .map(([tab, label]) => (
          <a
            href={tab === 'report' ? links.run(run.id) : links.runPage(run.id, tab)}
            {...(tab === current && { 'aria-current': 'page' })}
          >
            {label}
          </a>
        ))}
    </nav>
  );
