/** The columns of the audit file: one row for each request to the service, with its cause and the answer. */
import type { AuditRecord } from '../../domain/audit.ts';
import { moneyIn } from '../../domain/money.ts';
import { type Column, instant, money, placeOf, text } from './columns.ts';

const place = ({ amounts }: AuditRecord): ReturnType<typeof placeOf> | null =>
  amounts === null ? null : placeOf(amounts.jurisdiction);

export const auditColumns: readonly Column<AuditRecord>[] = [
  instant('answeredAt', ({ answeredAt }) => answeredAt),
  instant('sentAt', ({ sentAt }) => sentAt),
  text('action', ({ action }) => action),
  text('answer', ({ answer }) => answer),
  text('message', ({ message }) => message),
  text('storefront', ({ storefront }) => storefront),
  text('id', ({ id }) => id),
  text('sourceId', ({ sourceId }) => sourceId),
  text('name', ({ name }) => name),
  text('serviceId', ({ remoteId }) => remoteId),
  instant('occurredAt', ({ amounts }) => amounts?.occurredAt),
  text('country', (record) => place(record)?.country),
  text('state', (record) => place(record)?.state),
  text('currency', ({ amounts }) => amounts?.currency),
  money('total', ({ amounts }) => amounts && moneyIn(amounts.currency)(amounts.total)),
  money('tax', ({ amounts }) => amounts && moneyIn(amounts.currency)(amounts.taxCollected)),
  text('cause', ({ cause }) => cause),
  text('decidedBy', ({ by }) => by),
  text('run', ({ runId }) => runId),
  text('digest', ({ digest }) => digest),
  text('body', ({ body }) => body),
  text('settings', ({ settings }) => settings),
];
