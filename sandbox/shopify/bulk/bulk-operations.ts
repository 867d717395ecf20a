/** Bulk operations of the sample shop, which may fail, expire or lose lines as Shopify's do. */
import { type Answer, gid } from '../answers/answer.ts';
import type { BulkOptions, BulkOutcome } from '../sample-shop-options.ts';
import type { ResultFiles } from './result-files.ts';

/** The lines of a result, while they are written. */
interface BulkWork {
  /** Writes some more lines; true once all are written. */
  readonly goOn: () => boolean;
  /** False when a field was refused, because then the operation fails. */
  readonly isAllowed: () => boolean;
  readonly lines: () => number;
  readonly orders: () => number;
  readonly bytes: () => Buffer;
}

/** Orders per batch. A larger batch would delay other requests. */
const atOneLook = 2_500;

export const bulkWork = (
  indices: Uint32Array,
  linesOf: (index: number) => readonly string[] | undefined,
  outcome: BulkOutcome,
): BulkWork => {
  const written: string[] = [];
  let [next, orders, isAllowed] = [0, 0, true];
  let file: Buffer | undefined;
  const kept = (): readonly string[] => {
    if (outcome === 'losesLines') return written.slice(0, Math.ceil(written.length * 0.7));
    return outcome === 'isUngrouped'
      ? [...written.filter((line) => !isChild(line)), ...written.filter(isChild)]
      : written;
  };
  return {
    goOn: () => {
      for (const end = Math.min(indices.length, next + atOneLook); next < end && isAllowed; next += 1) {
        const lines = linesOf(indices[next] ?? 0);
        isAllowed = lines !== undefined;
        written.push(...(lines ?? []));
        orders += 1;
      }
      return next >= indices.length || !isAllowed;
    },
    isAllowed: () => isAllowed,
    lines: () => written.length,
    orders: () => orders,
    bytes: () => {
      file ??= Buffer.from(kept().join(''));
      return file;
    },
  };
};

export interface BulkOperations {
  /** Starts an operation, unless five are running. */
  readonly run: (query: string, work: (outcome: BulkOutcome) => BulkWork) => Answer;
  /** Why a query is not run. */
  readonly refuse: (message: string) => Answer;
  readonly find: (id: string) => Answer | null;
  readonly cancel: (id: string) => Answer;
  /** Oldest first. */
  readonly all: () => readonly Answer[];
}

interface Ports {
  readonly files: ResultFiles;
  /** The origin of the host that keeps the results. */
  readonly resultOrigin: () => string;
  readonly now: () => number;
}

interface Operation {
  readonly id: string;
  readonly query: string;
  readonly outcome: BulkOutcome;
  readonly work: BulkWork;
  readonly at: number;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  completedAt: number | null;
  path: string | null;
}

const ends = { fails: 'FAILED', isCanceled: 'CANCELED', isExpired: 'EXPIRED' } as const;

/** From API version 2026-01 on. */
const sideBySide = 5;
const strange = 'https://results.example.com';

export const bulkOperations = (
  { seconds = 0, outcomes = [] }: BulkOptions,
  { files, resultOrigin, now }: Ports,
): BulkOperations => {
  const kept = new Map<string, Operation>();

  const finish = (operation: Operation): void => {
    const { outcome, work } = operation;
    operation.status = work.isAllowed() ? 'COMPLETED' : 'FAILED';
    if (outcome === 'fails' || outcome === 'isCanceled' || outcome === 'isExpired') operation.status = ends[outcome];
    operation.completedAt = now();
    if (work.lines() > 0) operation.path = files.keep(work.bytes());
    if (outcome === 'addressExpires' && operation.path !== null) files.limit(operation.path, 1);
  };

  /** A running operation continues only when it is queried. */
  const look = (operation: Operation): void => {
    if (!isRunning(operation)) {
      // A second query gets an address that works.
      if (operation.outcome === 'addressExpires') operation.path = files.keep(operation.work.bytes());
      return;
    }
    operation.status = 'RUNNING';
    const isWritten = operation.work.goOn();
    if (isWritten && operation.outcome !== 'runsForever' && now() - operation.at >= seconds * 1000) finish(operation);
  };

  const toAnswer = ({ id, query, outcome, work, at, status, completedAt, path }: Operation): Answer => {
    const address = path === null ? null : `${outcome === 'strangeAddress' ? strange : resultOrigin()}${path}`;
    const size = (): string | null => (path === null ? null : String(work.bytes().length));
    return {
      id,
      query,
      status,
      type: 'QUERY',
      errorCode: status === 'FAILED' ? (work.isAllowed() ? 'INTERNAL_SERVER_ERROR' : 'ACCESS_DENIED') : null,
      createdAt: new Date(at).toISOString(),
      completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
      objectCount: () => String(work.lines()),
      rootObjectCount: () => String(work.orders()),
      fileSize: () => (status === 'COMPLETED' ? size() : null),
      url: status === 'COMPLETED' ? address : null,
      partialDataUrl: status === 'FAILED' ? address : null,
    };
  };

  return {
    run: (query, work) => {
      const running = [...kept.values()].filter(isRunning);
      if (running.length >= sideBySide) {
        const ids = running.map(({ id }) => id).join(', ');
        return refusal('OPERATION_IN_PROGRESS', `Bulk query operations for this app and shop are in progress: ${ids}.`);
      }
      const outcome = outcomes[kept.size] ?? 'completes';
      const operation: Operation = {
        id: gid('BulkOperation', String(7_000_000_001 + kept.size)),
        query,
        outcome,
        work: work(outcome),
        at: now(),
        status: 'CREATED',
        completedAt: null,
        path: null,
      };
      kept.set(operation.id, operation);
      return { bulkOperation: toAnswer(operation), userErrors: [] };
    },
    refuse: (message) => refusal('INVALID', message),
    find: (id) => {
      const operation = kept.get(id);
      if (operation === undefined) return null;
      look(operation);
      return toAnswer(operation);
    },
    cancel: (id) => {
      const operation = kept.get(id);
      if (operation === undefined)
        return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Not found' }] };
      if (isRunning(operation)) operation.status = 'CANCELED';
      return { bulkOperation: toAnswer(operation), userErrors: [] };
    },
    all: () => [...kept.values()].map(toAnswer),
  };
};

const isChild = (line: string): boolean => line.includes('"__parentId":');

const isRunning = ({ status }: Operation): boolean => status === 'CREATED' || status === 'RUNNING';

const refusal = (code: string, message: string): Answer => ({
  bulkOperation: null,
  userErrors: [{ code, field: ['query'], message }],
});
