import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';

/** What can be taken along. */
export const Files: FC<{ readonly links: Links; readonly runId: string; readonly isPreview: boolean }> = ({
  links,
  runId,
  isPreview,
}) => (
  <section class="card" aria-labelledby="files">
    <h2 id="files">To take along</h2>
    <ul class="plain reasons">
      <li>
        <a href={links.of(runId, 'entries.csv')}>Every transaction, as CSV</a>
      </li>
      {isPreview ? null : (
        <li>
          <a href={links.of(runId, 'entries.csv', { outcome: 'succeeded' })}>What this run created, as CSV</a>
          <span class="soft small">the list to undo it by at the service</span>
        </li>
      )}
      <li>
        <a href={links.of(runId, 'report.json')}>The report, as JSON</a>
      </li>
    </ul>
  </section>
);
