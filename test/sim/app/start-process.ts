import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { SyncPorts } from '../../../src/pipeline/index.ts';
import { sharedService } from '../../../src/pipeline/rate-limit/shared-limit.ts';
import { taxServiceOverTransport } from '../../../src/service/http-tax-service.ts';
import { webHandler } from '../../../src/web/index.ts';
import { liveWorker } from '../../../src/live/index.ts';
import { keysIn } from '../checker/pushed.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Life } from '../kernel/life.ts';
import type { Service } from '../world/service/service.ts';
import { isWithin } from '../world/setting.ts';
import { needsItsIdentitySet } from '../world/service/dialect-for.ts';
import { serviceTransport } from '../world/service/service-transport.ts';
import type { Tools } from './alterations.ts';
import { altered } from './altered.ts';
import type { App } from './app.ts';
import { keepHistory } from './history-keeper.ts';
import type { Process } from './host.ts';
import { knownAsPushed } from './known-as-pushed.ts';
import { mortalStore } from './mortal-store.ts';
import { mortalCalls } from './mortal-calls.ts';
import { mortalInbox } from './mortal-store.ts';
import { mortalLane } from './mortal-rate-limit.ts';
import { storefrontsOf } from './storefronts-of.ts';
import { watchedBook } from './watched-store.ts';
import { watchedErasure } from './watched-erasure.ts';
import { watchedInbox, watchedIntents } from './watched-inbox.ts';

const clockOf = (kernel: Kernel, life: Life, skew: number): Clock => ({
  now: () => kernel.now() + skew,
  sleep: (milliseconds) => () =>
    new Promise((resolve) => {
      kernel.after(milliseconds, life, `${life.name} wakes`, () => resolve());
    }),
});

/** How often a host's own scheduler comes by, in milliseconds. */
const tickPause = 10_000;
const tickBudget = 60_000;

/** Whether the service holds what a line is about. One that lost its name to an erasure shows the id of its record. */
const isHeld =
  ({ holds, journal }: Service) =>
  (entry: Pick<ReportLine, 'id' | 'name' | 'sourceId'>): boolean =>
    holds(entry) ||
    (entry.name === entry.sourceId && journal.some((line) => line.isForeign && keysIn(line).has(entry.sourceId)));

/** Starts everything that one process of a host app does: history, live work, webhooks. All of it is the product's own. */
export const startProcess =
  (app: App) =>
  (life: Life, place: number): Process => {
    const { kernel, setting, alter, output, host } = app;
    const dice = app.dice.fork(life.name);
    const clock = clockOf(kernel, life, setting.skews[place] ?? 0);
    const call = mortalCalls({ ...app, dice, kill: host().kill }, life);
    const opened = app.store.open();
    const witness = knownAsPushed(app.onSentAgain);
    const book = watchedBook(opened, isHeld(app.service), app.onFalseClaim);
    const watched = witness.store(watchedIntents(book, app.store, app.onErasedInDoubt));
    const plainInbox = mortalInbox(watchedInbox(opened.inbox, app.store, app.onErasedInDoubt), call);
    const tools: Tools = { clock, random: dice, note: output.note, inbox: plainInbox };
    const inbox = altered(alter.inbox, plainInbox, tools);
    const store = altered(alter.store, mortalStore(watched, call), tools);
    const send = altered(
      alter.transport,
      witness.transport(app.witness(serviceTransport({ ...app, dice }, life))),
      tools,
    );
    const address = 'https://service.example';
    const own = altered(alter.service, taxServiceOverTransport({ send, address, now: clock.now }), tools);
    const client = altered(alter.client, mortalLane(opened.rateLimit, { kernel, dice }, life), tools);
    const { requestsPerMinute: wanted } = setting;
    const requestsPerMinute = O.fromNullable(alter.ceiling === undefined ? wanted : alter.ceiling(wanted));
    const service = sharedService(own, { rateLimits: client, clock, requestsPerMinute });

    const sync: SyncPorts = {
      storefronts: storefrontsOf({ ...app, dice }, life, tools),
      service,
      ...(needsItsIdentitySet(setting.dialect) && {
        wire: { fingerprint: 'ids of the service', settings: { identity: 'service' } },
      }),
      store,
      reviews: opened.reviews,
      clock,
      random: dice,
      log: output.log,
      newRunId: () => `run-${life.name}-${kernel.now()}`,
      requestsPerMinute,
      concurrency: setting.concurrency,
      report: (progress) => output.note('progress', progress.phase, progress.stops),
      isInterrupted: () => false,
      owner: life.name,
      isGone: (owner) => setting.areNeighbors && !host().isAlive(owner),
      crashPoint: () => undefined,
    };
    const onEvent = (event: unknown): void => output.note('event', event);
    const schedule = { catchUp: '*/2 * * * *', reconcile: null };
    const worker = liveWorker({ sync, inbox, log: output.log, schedule, onEvent });
    const handler = webHandler({
      connectorOf: (name) => sync.storefronts[name]?.connector,
      addressees: () => undefined,
      later: () => undefined,
      receiveUnlisted: () => Promise.resolve({ _tag: 'Unknown' }),
      inbox: TE.right(inbox),
      wake: () => worker.wake(),
      onEvent,
      isReady: () => Promise.resolve(true),
      clock,
      log: output.log,
    });
    const keepTicking = async (): Promise<never> => {
      for (;;) {
        await worker.tick(tickBudget);
        await clock.sleep(tickPause)();
      }
    };
    const rested = { ...sync, isInterrupted: () => isWithin(setting.rests, kernel.now()) };
    const proven = Object.fromEntries(
      Object.entries(sync.storefronts).map(([name, one]) => [
        name,
        { ...one, connector: altered(alter.proven, one.connector, tools) },
      ]),
    );
    const finished = (): readonly string[] =>
      app.store.runs().flatMap(({ id, status }) => (!id.startsWith('live:') && status === 'finished' ? [id] : []));
    void keepHistory({
      sync: rested,
      proving: { ...rested, storefronts: proven },
      inbox,
      storefronts: setting.storefronts,
      finished,
      dice,
      wish: app.wish,
      note: output.note,
    });
    if (setting.liveSince !== null) void (setting.isTicked ? keepTicking() : worker.start());
    const receive = watchedErasure(altered(alter.receive, handler, tools), app.store, app.erasures);
    return { life, receive };
  };
