import * as TE from 'fp-ts/lib/TaskEither.js';
import { withoutPersonalData } from '../../domain/audit.ts';
import type { ErasedOf, Inbox } from '../../domain/inbox.ts';
import type { ReportLine } from '../../domain/run.ts';
import { textKey } from '../../mapping/comparison.ts';
import { erasedLine, erasedNameOf, isErasedRow, withoutZip } from '../erased.ts';
import { idPrefixesOf } from '../store-rules.ts';
import { erasedRecords, type Memory, saveSeen } from './memory.ts';

const holdsAnything = ({ name, sourceId, message, detail, adjustments }: ReportLine): boolean =>
  name !== sourceId ||
  message !== null ||
  (detail !== undefined && detail.zip !== null) ||
  adjustments.some((adjustment) => adjustment.message !== '');

/** Whether a note names a record, whether or not any run has looked at it: `shopify:1:5012:refund:901/0a1b2c3d` names 5012. */
const namesRecord = (id: string, recordIds: ReadonlySet<string>): boolean => {
  const record = id.split(':').slice(2).join(':');
  return [...recordIds].some((one) => record === one || record.startsWith(`${one}:`) || record.startsWith(`${one}/`));
};

/** Whether a row is of a storefront, or of the same shop or account in another one, such as an imported file. */
const isOfStorefront = (
  accounts: readonly Memory[],
  storefront: string,
): ((row: { readonly storefront: string; readonly id: string }) => boolean) => {
  const lines = accounts
    .map((one) => [...one.lines.values()].flatMap((ofRun) => [...ofRun.values()]))
    .filter((ofAccount) => ofAccount.some((line) => line.storefront === storefront))
    .flat();
  const prefixes = idPrefixesOf(lines.filter((line) => line.storefront === storefront).map(({ id }) => id));
  const isOfShop = ({ id }: { readonly id: string }): boolean => prefixes.some((prefix) => id.startsWith(prefix));
  const others = new Set(lines.filter(isOfShop).map((line) => line.storefront));
  return (row) => row.storefront === storefront || (others.has(row.storefront) && isOfShop(row));
};

/** Name and ZIP of what the service showed, found by our ids, by those that it gave, and by the names that go next. */
const eraseListed = (
  accounts: readonly Memory[],
  storefront: string,
  isInScope: (row: Pick<ReportLine, 'storefront' | 'id' | 'sourceId'>) => boolean,
  recordIds: ReadonlySet<string> | null,
): void => {
  for (const memory of accounts) {
    const lines = [...memory.lines.values()].flatMap((ofRun) => [...ofRun.values()]);
    const submissions = [...memory.submissions.values()].filter(isInScope);
    const inScope = lines.filter(isInScope);
    const ids = new Set(
      [...inScope, ...submissions].flatMap(({ id, ...one }) => [id, 'remoteId' in one ? one.remoteId : null]),
    );
    const transactions = inScope.filter(({ amounts }) => amounts !== null);
    const names = new Set(
      [...transactions, ...submissions].flatMap(({ id, sourceId, name }) =>
        name === id || name === sourceId ? [] : textKey(name),
      ),
    );
    const prefixes = idPrefixesOf(lines.filter((line) => line.storefront === storefront).map(({ id }) => id));
    const starts = prefixes.flatMap((prefix) =>
      recordIds === null ? [prefix] : [...recordIds].map((one) => `${prefix}${one}:`),
    );
    for (const [id, { name, shown, scan }] of memory.remote) {
      if (!ids.has(id) && !(name !== null && names.has(name)) && !starts.some((start) => `${id}:`.startsWith(start)))
        continue;
      saveSeen(memory, id, { name: erasedNameOf(name ?? id), shown: withoutZip(shown), scan });
    }
  }
};

/** `recordIds`: null for all of the storefront. */
const eraseScope = (memory: Memory, storefront: string, recordIds: ReadonlySet<string> | null): number => {
  memory.erased.push(...[...(recordIds ?? [''])].map((sourceId) => ({ sourceId, storefront })));
  const accounts = [...memory.accounts.values()];
  const isOf = isOfStorefront(accounts, storefront);
  const isInScope = (row: { readonly storefront: string; readonly id: string; readonly sourceId: string }): boolean =>
    isOf(row) && (recordIds?.has(row.sourceId) ?? true);
  eraseListed(accounts, storefront, isInScope, recordIds);
  const erased = new Set<string>();
  const ids = new Set<string>();
  for (const lines of accounts.flatMap((one) => [...one.lines.values()])) {
    for (const [id, line] of lines) {
      if (!isInScope(line)) continue;
      ids.add(id);
      if (holdsAnything(line)) erased.add(line.sourceId);
      lines.set(id, erasedLine(line));
    }
  }
  for (const { audit } of accounts) {
    for (const [index, record] of audit.entries()) {
      if (!isInScope(record)) continue;
      if (record.body !== null || record.name !== record.id) erased.add(record.sourceId);
      audit[index] = withoutPersonalData(record);
    }
  }
  for (const { submissions } of accounts) {
    for (const [id, submission] of submissions) {
      if (!isInScope(submission)) continue;
      if (submission.body !== null || submission.name !== id) erased.add(submission.sourceId);
      submissions.set(id, { ...submission, name: id, body: null });
    }
  }
  for (const [index, resolution] of memory.resolutions.entries()) {
    if (!isOf(resolution)) continue;
    // A note is a person's own text about one of these.
    const isAbout =
      recordIds === null ||
      namesRecord(resolution.id, recordIds) ||
      [...ids].some((id) => resolution.id === id || resolution.id.startsWith(`${id}/`));
    if (isAbout) memory.resolutions[index] = { ...resolution, note: '', by: '' };
  }
  for (const { decisions } of accounts)
    for (const [key, decision] of decisions)
      if (isInScope(decision)) decisions.set(key, { ...decision, note: '', by: '' });
  return erased.size;
};

const erasedOf = (memory: Memory, storefront: string, records: Parameters<Inbox['erasedOf']>[1]): ErasedOf => {
  const all = erasedRecords(memory);
  const isOfLeft = all.some(
    (one) =>
      one.sourceId === '' &&
      memory.leftStorefronts.has(one.storefront) &&
      one.prefixes.some((prefix) => records.some(({ id }) => id.startsWith(prefix))),
  );
  if (isOfLeft || memory.leftStorefronts.has(storefront)) return { isLeft: true, places: new Map() };
  const isErased = isErasedRow(all);
  const lines = [...memory.accounts.values()].flatMap((one) =>
    [...one.lines.values()].flatMap((ofRun) => [...ofRun.values()]),
  );
  const placeOf = (sourceId: string): string | null =>
    lines.find((line) => line.sourceId === sourceId && line.amounts !== null)?.amounts?.jurisdiction ?? null;
  return {
    isLeft: false,
    places: new Map(
      records
        .filter((one) => isErased({ ...one, storefront }))
        .map(({ sourceId }) => [sourceId, placeOf(sourceId)] as const),
    ),
  };
};

export const memoryErasure = (
  memory: Memory,
): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge' | 'erasedOf' | 'reopenStorefront'> => ({
  eraseRecords: (storefront, recordIds) => TE.fromIO(() => eraseScope(memory, storefront, new Set(recordIds))),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const { resyncRequests, deliveries } = memory;
      const count = eraseScope(memory, storefront, null);
      for (const [key, { request }] of resyncRequests)
        if (request.storefront === storefront) resyncRequests.delete(key);
      for (const [key, delivery] of deliveries) if (delivery.storefront === storefront) deliveries.delete(key);
      memory.caughtUpTo.delete(storefront);
      for (const { changesRead } of memory.accounts.values()) changesRead.delete(storefront);
      memory.leases.delete(storefront);
      memory.leftStorefronts.add(storefront);
      return count;
    }),

  erasedOf: (storefront, records) => TE.fromIO(() => erasedOf(memory, storefront, records)),
  reopenStorefront: (storefront) => TE.fromIO(() => memory.leftStorefronts.delete(storefront)),

  purge: TE.right(true),
});
