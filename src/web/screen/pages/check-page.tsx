import type { FC } from 'hono/jsx';
import type { ReadinessFinding } from '../../../mapping/source-connector.ts';
import { Page, type Setting } from '../page.tsx';
import { RunForm } from '../parts/run-form.tsx';
import { count, monthLabel, plural, rangeLabel } from '../labels.ts';

/** What was found out about one storefront, or about the service. */
export interface CheckedPart {
  readonly subject: string;
  readonly findings: readonly ReadinessFinding[];
  /** Null when the platform does not say. */
  readonly records: number | null;
}

interface CheckPageProps {
  readonly at: Setting;
  readonly storefronts: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly checked: readonly CheckedPart[];
  readonly requestsPerMinute: number | null;
  /** Closed months that the days lie in, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const levels: Readonly<Record<ReadinessFinding['level'], readonly [words: string, tone: string]>> = {
  fine: ['fine', 'good'],
  warns: ['to do', 'warn'],
  stops: ['stops', 'bad'],
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

/** What needs a person stands open; what is as it should be can be looked at. */
const CheckedCard: FC<{ readonly part: CheckedPart }> = ({ part: { subject, findings, records } }) => {
  const fine = findings.filter(({ level }) => level === 'fine');
  const rest = findings.filter(({ level }) => level !== 'fine');
  return (
    <section class="card">
      <h2>
        {subject} {rest.length === 0 ? <span class="badge good">ready</span> : null}
      </h2>
      {rest.length === 0 ? null : <FindingList findings={rest} />}
      {records === null ? null : <p class="soft">{plural(records, 'record')} in all of its history</p>}
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
  if (requestsPerMinute === null) return 'The pace is learned from the service, so the duration is not known yet.';
  const minutes = Math.max(1, Math.ceil(records / requestsPerMinute));
  const words = minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
  return `At ${count(requestsPerMinute)} requests a minute, all of them would take about ${words}; days that are left out take no time.`;
};

/** Whether a run can begin, and how long it may take. */
export const CheckPage: FC<CheckPageProps> = ({ at, storefronts, from, to, checked, requestsPerMinute, closed }) => {
  const isStopped = checked.some(({ findings }) => findings.some(({ level }) => level === 'stops'));
  const records = checked.reduce((all, part) => all + (part.records ?? 0), 0);
  return (
    <Page at={at} title="Check">
      <h1>{rangeLabel({ from, to })}</h1>
      <p class="soft">Step 2 of 3. Permissions, reach and counts were looked at; nothing was written.</p>
      <div class="grid top three">
        {checked.map((part) => (
          <CheckedCard part={part} />
        ))}
      </div>
      {isStopped ? (
        <p class="note bad" role="alert">
          Something stops the sync. Do what the messages say, then check again.
        </p>
      ) : (
        <p class="note">{durationLabel(records, requestsPerMinute)}</p>
      )}
      {closed.length === 0 ? null : (
        <p class="note warn" role="alert">
          These days lie in {plural(closed.length, 'closed month')} ({closed.map(monthLabel).join(', ')}): sales that
          are sent now would change what was filed.
        </p>
      )}
      <div class="row">
        {isStopped ? null : (
          <>
            <RunForm links={at.links} request={{ storefronts, from, to }} mode="preview" isMain />
            <RunForm links={at.links} request={{ storefronts, from, to }} mode="start" closed={closed} />
          </>
        )}
        <a href={at.links.fresh({ storefront: storefronts, from, to })}>Choose other days</a>
      </div>
    </Page>
  );
};
