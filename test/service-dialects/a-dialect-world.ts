import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../src/domain/environment.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { liveRunId, type ReportLine } from '../../src/domain/run.ts';
import { liveWorker } from '../../src/live/live-worker.ts';
import { secret } from '../../src/domain/secret.ts';
import type { TaxService } from '../../src/domain/tax-service.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { needsYouGroups, type OpenGroup } from '../../src/operations/decisions/open-groups.ts';
import type { AccountState, OperationPorts } from '../../src/operations/ports.ts';
import { status } from '../../src/operations/status.ts';
import { memoryStore } from '../support/memory-store.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { explain } from '../../src/reconcile/explain.ts';
import type { ServiceView } from '../../src/reconcile/explanation.ts';
import { readReport } from '../../src/reconcile/read-report.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { tieOut } from '../../src/reconcile/read-tie-out.ts';
import type { TieOut } from '../../src/reconcile/tie-out.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import type { Report } from '../../src/reconcile/report.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { taxServiceOverTransport } from '../../src/service/http-tax-service.ts';
import type { Transport } from '../../src/service/request.ts';
import { gotTransport } from '../../src/service/transport.ts';
import { paged, request, silent } from '../support/a-sync.ts';
import type { Dialect } from '../support/dialects/dialect.ts';
import { type DialectService, dialectService, type Held } from '../support/dialects/dialect-service.ts';
import { type Oddity, withOddities } from '../support/dialects/oddity.ts';
import { serveDialect } from '../support/dialects/serve-dialect.ts';
import { right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ClockOverHttp, clockOverHttp } from './clock-over-http.ts';
import { theSales } from './the-sales.ts';
import { totalsOf } from './truth-of.ts';

/** `service.wire` as a configuration file holds it. */
export type Wire = Readonly<Record<string, unknown>>;

/** What one run came to. */
export interface Ran {
  /** False when it ended with a failure. */
  readonly isRight: boolean;
  readonly status: string;
  readonly posts: number;
  readonly gets: number;
  readonly report: Report;
  /** Of the ones that the service holds, how many it holds otherwise. */
  readonly differing: number | undefined;
  readonly notCompared: number | undefined;
  readonly entries: readonly ReportLine[];
  /** Everything that a person could read about it, in lines. */
  readonly texts: string;
}

/** What one reconciliation came to. */
export interface Proved {
  readonly proof: Reconciliation;
  readonly gets: number;
}

export interface DialectWorld {
  readonly service: DialectService;
  readonly run: () => Promise<Ran>;
  /** A new process reconciles; it knows what the sync database knows. */
  readonly reconcile: () => Promise<Proved>;
  /** What `explain` says about the service and the sale of a source id. */
  readonly explain: (sourceId: string) => Promise<ServiceView['_tag'] | 'Excluded'>;
  /** Webhooks name these sales, and live work takes half an hour over them. Gives what the live run says of all sales by then. */
  readonly arrive: (sourceIds: readonly string[]) => Promise<readonly ReportLine[]>;
  /** The tie-out of the month, with books of the platform that are complete. */
  readonly tieOut: () => Promise<TieOut>;
  /** What waits for a person in the inbox, and how many of these are not sent by `status`. */
  readonly waiting: () => Promise<{ readonly undecided: number; readonly groups: readonly OpenGroup[] }>;
  readonly ports: () => SyncPorts;
  readonly clock: ClockOverHttp;
  readonly store: () => SyncDatabase;
  /** The next run begins with an empty sync database. */
  readonly loseBook: () => void;
  readonly setWire: (wire: Wire) => void;
  /** What the shop has from now on. */
  readonly sell: (sales: readonly Sale[]) => void;
  readonly pass: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
}

export interface DialectWorldOptions {
  readonly dialect: Dialect;
  readonly wire?: Wire;
  readonly holds?: readonly Held[];
  readonly oddities?: readonly Oddity[];
  readonly sales?: readonly Sale[];
  readonly concurrency?: number;
  readonly policy?: Partial<Policy>;
  /** A bug that is planted on the way to the service. */
  readonly alter?: (send: Transport) => Transport;
}

const apiKey = 'a-key-of-the-service';

const numberIn = (report: object, field: string): number | undefined => {
  const value: unknown = Reflect.get(report, field);
  return typeof value === 'number' ? value : undefined;
};

/** The settings of the wire, as they go to the pipeline. */
const wirePorts = (wire: Wire = {}): NonNullable<SyncPorts['wire']> => ({
  fingerprint: JSON.stringify(wire),
  settings: wire,
});

let runs = 0;

/** Milliseconds of live work after webhooks. */
const liveTime = 30 * 60_000;

/** Syncs the sales of a scripted shop to a service of some dialect, through the real client and over real HTTP. */
export const aDialectWorld = async (options: DialectWorldOptions): Promise<DialectWorld> => {
  const { dialect, holds = [], oddities = [], concurrency = 4, alter = (send) => send } = options;
  let { sales = theSales } = options;
  let [underWay, deliveries] = [0, 0];
  const counted = <A>(ask: () => Promise<A>): (() => Promise<A>) => {
    return async () => {
      underWay += 1;
      return ask().finally(() => {
        underWay -= 1;
      });
    };
  };
  const clock = clockOverHttp(() => underWay > 0);
  const service = withOddities(dialectService({ dialect, now: clock.now }), oddities);
  for (const one of holds) service.hold(one);
  const server = await serveDialect(service, apiKey);
  const send = alter(gotTransport({ baseUrl: server.origin, apiKey: secret(apiKey) }));
  let store: SyncDatabase = memoryStore();
  let wire = options.wire;

  const portsOf = (lines: string[]): SyncPorts => {
    const client = taxServiceOverTransport({
      ...{ send, address: server.origin, now: clock.now },
      ...(wire !== undefined && { wire }),
    });
    const own: TaxService = {
      ...client,
      list: (cursor) => counted(client.list(cursor)),
      find: (id) => counted(client.find(id)),
      push: (body, begin) => counted(client.push(body, begin)),
    };
    const write = (message: string): void => void lines.push(message);
    const log: Logger = { debug: () => undefined, info: () => undefined, warn: write, error: write };
    return {
      wire: wirePorts(wire),
      reviews: memoryStore().reviews,
      storefronts: {
        'us-store': {
          connector: {
            ...scriptedConnector({ pages: paged(sales, 8) }),
            platformTotals: () => TE.right(totalsOf(sales)),
          },
          policy: { ...defaultPolicy, ...options.policy },
        },
      },
      service: own,
      store,
      clock,
      random: seededRandom(1),
      log,
      newRunId: () => `run-${(runs += 1)}`,
      requestsPerMinute: O.none,
      concurrency,
      report: ({ stops }) => void lines.push(...stops.map(({ message }) => message)),
      isInterrupted: () => false,
      owner: 'this process',
      isGone: () => true,
      crashPoint: () => undefined,
    };
  };

  return {
    service,
    pass: clock.pass,
    loseBook: () => {
      store = memoryStore();
    },
    sell: (next) => {
      sales = next;
    },
    setWire: (next) => {
      wire = next;
    },
    ports: () => portsOf([]),
    clock,
    store: () => store,
    reconcile: async () => {
      const gets = service.gets();
      const ended = await clock.run(reconcile({ sync: portsOf([]), inbox: store.inbox })(['us-store'], request.range));
      const [proof] = right(ended);
      if (proof === undefined) throw new Error('there is one for each storefront');
      return { proof, gets: service.gets() - gets };
    },
    arrive: async (sourceIds) => {
      const sync = portsOf([]);
      const storefronts = Object.entries(sync.storefronts).map(
        ([name, one]) => [name, { ...one, since: '1990-01-01' }] as const,
      );
      const worker = liveWorker({
        ...{ sync: { ...sync, storefronts: Object.fromEntries(storefronts) }, log: silent },
        ...{ inbox: store.inbox, reviews: store.reviews, proof: store.proof },
        ...{ schedule: { catchUp: null, reconcile: null }, onEvent: () => undefined },
      });
      await clock.run(async () => {
        right(await worker.start());
        for (const recordId of sourceIds) {
          deliveries += 1;
          const delivery = {
            storefront: 'us-store',
            deliveryId: `delivery-${deliveries}`,
            recordId,
            isDeletion: false,
          };
          right(await store.inbox.receiveDelivery({ ...delivery, receivedAt: instantOfMilliseconds(clock.now()) })());
        }
        worker.wake();
        await clock.sleep(liveTime)();
        await worker.stop(60_000);
      });
      return right(await store.findLines(liveRunId('us-store'), {}, { after: O.none, limit: 1_000 })()).lines;
    },
    tieOut: async () => {
      const tied = await clock.run(tieOut({ sync: portsOf([]), inbox: store.inbox })(['us-store'], '2026-02'));
      const [one] = right(tied);
      if (one === undefined) throw new Error('there is one for each storefront');
      return one;
    },
    waiting: async () => {
      const { inbox, reviews } = store;
      const account: Partial<AccountState> = { inbox, reviews, seesAll: TE.right(true) };
      const operations = {
        ...{ clock, storefronts: () => ['us-store'] },
        opened: () => Promise.resolve(E.right(account as AccountState)),
      } as Partial<OperationPorts> as OperationPorts;
      const { undecided } = right(await status.run(operations, {})());
      return { undecided, groups: right(await needsYouGroups(operations)()) };
    },
    explain: async (sourceId) => {
      const { result } = right(await clock.run(explain(portsOf([]))('us-store', sourceId)));
      return result._tag === 'Excluded' ? 'Excluded' : result.service._tag;
    },
    run: async () => {
      const lines: string[] = [];
      const [posts, gets] = [service.posts(), service.gets()];
      const ended = await clock.run(historicalSync(portsOf(lines))(request));
      const found = right(await readReport({ store, reviewUrl: null })(O.none)());
      if (O.isNone(found)) throw new Error('there is no run to report');
      const report = found.value;
      const { lines: entries } = right(await store.findLines(report.runId, {}, { after: O.none, limit: 1_000 })());
      if (E.isLeft(ended) && 'message' in ended.left) lines.push(ended.left.message);
      lines.push(...entries.flatMap(({ message }) => message ?? []));
      return {
        isRight: E.isRight(ended),
        status: report.status,
        posts: service.posts() - posts,
        gets: service.gets() - gets,
        report,
        differing: numberIn(report, 'differing'),
        notCompared: numberIn(report, 'notCompared'),
        entries,
        texts: [...new Set(lines)].join('\n'),
      };
    },
    close: server.close,
  };
};
