import type { FC } from 'hono/jsx';
import type { ReadinessFinding } from '../../../mapping/source-connector.ts';
import { count, monthLabel, plural, rangeLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { StartForm } from '../parts/forms.tsx';
import { Alert } from '../parts/notices.tsx';

/** The check of a storefront or the service. */
export interface CheckedPart {
  readonly subject: string;
  readonly findings: readonly ReadinessFinding[];
  /** Null when the platform does not return it. */
  readonly records: number | null;
}

interface CheckPageProps {
  readonly page: PageContext;
  readonly storefronts: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly checked: readonly CheckedPart[];
  readonly requestsPerMinute: number | null;
  /** Closed months among the days, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const levels: Readonly<Record<ReadinessFinding['level'], readonly [label: string, tone: string]>> = {
  fine: ['ok', 'good'],
  warns: ['warning', 'warn'],
  stops: ['problem', 'bad'],
};

const FindingList: FC<{ readonly findings: readonly ReadinessFinding[] }> = ({ findings }) => (
  <ul class="plain why">
    {findings.map(({ level, subject, message }) => (
      <li>
        <span class={`badge ${levels[level][1]}`}>{levels[level][0]}</span> <strong>{subject}</strong>
        <p class="small">{message}</p>
      </li>
    ))}
  </ul>
);

/** Problems and warnings are shown; passed checks can be opened. */
const CheckedCard: FC<{ readonly part: CheckedPart }> = ({ part: { subject, findings, records } }) => {
  const fine = findings.filter(({ level }) => level === 'fine');
  const rest = findings.filter(({ level }) => level !== 'fine');
  return (
    <section class="card">
      <h2>
        {subject} {rest.length === 0 ? <span class="badge good">ready</span> : null}
      </h2>
      {rest.length === 0 ? null : <FindingList findings={rest} />}
      {records === null ? null : <p class="soft">{plural(records, 'record')} in its whole history</p>}
      {fine.length === 0 ? null : (
        <details>
          <summary>{plural(fine.length, 'check')} passed</summary>
          <FindingList findings={fine} />
        </details>
      )}
    </section>
  );
};

const durationLabel = (records: number, requestsPerMinute: number | null): string => {
  if (requestsPerMinute === null)
    return 'The duration depends on the rate limit of the service, which is not known yet.';
  const minutes = Math.max(1, Math.ceil(records / requestsPerMinute));
  const duration = minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
  return `At ${count(requestsPerMinute)} requests per minute, the whole history would take about ${duration}; fewer days take less.`;
};

/** Whether a run can start, and how long it may take. */
export const CheckPage: FC<CheckPageProps> = ({ page, storefronts, from, to, checked, requestsPerMinute, closed }) => {
  const isStopped = checked.some(({ findings }) => findings.some(({ level }) => level === 'stops'));
  const records = checked.reduce((all, part) => all + (part.records ?? 0), 0);
  return (
    <Page page={page} title="Check">
      <h1>{rangeLabel({ from, to })}</h1>
      <p class="soft">
        Step 2 of 3. Permissions, available history and number of records were checked. Nothing was sent.
      </p>
      <div class="grid top three">
        {checked.map((part) => (
          <CheckedCard part={part} />
        ))}
      </div>
      {isStopped ? (
        <Alert>The sync cannot start. Solve the problems above, then check again.</Alert>
      ) : (
        <p class="note">{durationLabel(records, requestsPerMinute)}</p>
      )}
      {closed.length === 0 ? null : (
        <p class="note warn" role="alert">
          These days are in {plural(closed.length, 'closed month')} ({closed.map(monthLabel).join(', ')}). Sending sales
          now would change what was filed.
        </p>
      )}
      <div class="row">
        {isStopped ? null : (
          <>
            <StartForm links={page.links} request={{ storefronts, from, to }} mode="preview" isMain />
            <StartForm links={page.links} request={{ storefronts, from, to }} mode="start" closed={closed} />
          </>
        )}
        <a href={page.links.newSync({ storefront: storefronts, from, to })}>Choose other days</a>
      </div>
    </Page>
  );
};
