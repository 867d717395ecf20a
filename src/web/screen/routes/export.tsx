/** Files for an accountant: their list on the page of a period, and their download. */
import { type DateRange, inAnyTimeZone } from '../../../domain/date-range.ts';
import { exportFormats } from '../../../domain/exported.ts';
import type { ExportRequest } from '../../../operations/export/export.ts';
import type { Html, ScreenHandler } from '../page.tsx';
import type { Links } from '../links.ts';

/** `GET /export?from=…&to=…&what=…&format=…`, with `state=…` for thresholds: a file for an accountant. */
export const downloadExport: ScreenHandler = async (context) => {
  const { from = '', to = '', what, format, state } = context.req.query();
  // The export refuses other words.
  const request = {
    ...{ from, to, ...(what !== undefined && { what }), ...(format !== undefined && { format }) },
    ...(state !== undefined && { state }),
  };
  const { body, contentType, fileName } = await context.var.taxNexus.export(request as ExportRequest);
  context.header('content-type', contentType);
  context.header('content-disposition', `attachment; filename="${fileName}"`);
  return context.body(body);
};

interface ExportProps extends DateRange {
  readonly links: Links;
  /** The current day in UTC. */
  readonly today: string;
}

const contents = [
  { what: 'transactions', label: 'Sales and sent refunds', meaning: 'each with its state, ZIP, amounts and tax' },
  { what: 'adjustments', label: 'Refunds and later changes', meaning: 'each with its own date and tax' },
  { what: 'summary', label: 'Monthly summary', meaning: 'by state, with and without marketplace sales' },
  { what: 'thresholds', label: 'Thresholds', meaning: 'what counted in each state and month, and by which rule' },
  {
    what: 'audit',
    label: 'Audit record',
    meaning: 'all requests from the first day until now, by whose action, and the answer',
  },
] as const;

export const ExportPart = ({ links, ...days }: ExportProps): Html => (
  <section class="card noprint" aria-labelledby="files">
    <h2 id="files">Files for your accountant</h2>
    <ul class="plain list">
      {contents.map(({ what, label, meaning }) => (
        <li>
          <div class="what">
            {label}
            <p class="soft small">{meaning}</p>
          </div>
          <span class="row">
            {exportFormats.map((format) => (
              <a
                href={links.export({ ...daysOf(what, days), what, format })}
                aria-label={`${label} as ${format.toUpperCase()}`}
              >
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** The days of a file. Requests about past sales may be sent at any later time, so the audit file runs until today. */
const daysOf = (what: string, { from, to, today }: Omit<ExportProps, 'links'>): DateRange =>
  what === 'audit' ? { from: inAnyTimeZone({ from, to }).from, to: to > today ? to : today } : { from, to };
