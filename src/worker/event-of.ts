import type { ReportLine } from '../domain/run.ts';
import type { LiveEvent, SettledRecord } from './live-event.ts';

const typeOf = ({ outcome }: ReportLine): 'record.settled' | 'record.held' | 'record.failed' =>
  outcome === 'held' ? 'record.held' : outcome === 'failed' ? 'record.failed' : 'record.settled';

/** What a host is told of one entry. Pure. */
export const eventOf = (entry: ReportLine): LiveEvent => {
  const { storefront, sourceId, id, outcome, reason, message } = entry;
  const record: SettledRecord = { sourceId, transactionId: id, outcome, reason, message };
  return { storefront, type: typeOf(entry), ...record };
};
