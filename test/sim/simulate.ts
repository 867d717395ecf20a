import { type Alterations, unaltered } from './app/alterations.ts';
import type { App } from './app/app.ts';
import { newHost, type Host } from './app/host.ts';
import { sentBodies } from './app/sent-bodies.ts';
import { erasureNotes } from './app/erasure-notes.ts';
import { newOutput } from './app/output.ts';
import { startProcess } from './app/start-process.ts';
import { newStore } from './app/store.ts';
import { check } from './checker/check.ts';
import type { Violation } from './checker/violation.ts';
import { collectEvidence } from './collect-evidence.ts';
import type { Faults } from './faults/faults.ts';
import { type PlannedFault, planned } from './faults/planned.ts';
import { swarm } from './faults/swarm.ts';
import { dice as diceOf } from './kernel/dice.ts';
import { kernel as kernelOf } from './kernel/kernel.ts';
import { trace as traceOf } from './kernel/trace.ts';
import { isAtPeace } from './is-at-peace.ts';
import { duringFaults, inPeace, newHistory } from './app/history.ts';
import { liveThroughMonths } from './live-months.ts';
import { buildMonths } from './world/months/build-months.ts';
import { buildWorld } from './world/build-world.ts';
import { nemesis } from './world/nemesis.ts';
import { refusesNothing } from './world/service/dialect-for.ts';
import { requestLog } from './world/service/request-log.ts';
import { drawSetting, type Kind } from './world/setting.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Exactly these faults, instead of the ones that the seed draws. */
  readonly plan?: readonly PlannedFault[];
  /** What stands in the place of parts of the product. */
  readonly alter?: Alterations;
  readonly keepsTrace?: boolean;
  /** Null, the default: the seed draws it. */
  readonly kind?: Kind | null;
}

/** What became of one world. */
export interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** Equal for two runs that went the same way. */
  readonly hash: string;
  readonly trace: readonly string[];
  readonly events: number;
  /** Virtual time, in milliseconds. */
  readonly lasted: number;
  readonly kills: number;
  /** Transactions that were tried. */
  readonly attempted: number;
  /** Pushes whose first answer left their fate open, and which are settled. */
  readonly recovered: number;
  readonly faults: ReadonlyMap<string, number>;
}

/** Peace lasts no longer than this, in milliseconds; nothing may be open then. */
const maxPeace = 6 * 60 * 60_000;
/** Until a person runs the history once more, though something still waits: longer than a push waits for a list that is late. */
const timeLimit = 90 * 60_000;
const look = 5_000;

const faultsOf = ({ seed, plan }: SimulationOptions): Faults =>
  plan === undefined ? swarm(diceOf(seed).fork('faults')) : planned(plan);

const unclear = /^push: (lost|answer lost|no answer|500|503|garbage|answer about)/;

/**
 * Runs one world: a time with faults, then without until everything is settled, then the violations. The same options
 * give the same outcome, to the last event.
 *
 * @example
 * const { violations } = await simulate({ seed: 7 });
 */
export const simulate = async (options: SimulationOptions): Promise<Outcome> => {
  const dice = diceOf(options.seed);
  const setting = drawSetting(dice.fork('setting'), options.kind ?? null);
  const trace = traceOf({ keepsLines: options.keepsTrace ?? false });
  const kernel = kernelOf(dice.fork('kernel'), setting.begins, trace);
  const faults = faultsOf(options);
  const [log, store, output] = [requestLog(), newStore(), newOutput()];
  const history = newHistory(kernel.now);
  const falseClaims: string[] = [];
  const [sentAgain, sentOtherwise]: [string[], string[]] = [[], []];
  const bodies = sentBodies((id) => void sentOtherwise.push(id));
  const erasures = erasureNotes();
  const hosts: Host[] = [];
  const host = (): Host => {
    const [only] = hosts;
    if (only === undefined) throw new Error('the host is asked for before it is there');
    return only;
  };
  const surroundings = { kernel, dice: dice.fork('world'), faults, setting, host };
  const world = setting.months === null ? buildWorld(surroundings) : buildMonths(surroundings, setting.months);
  const app: App = {
    ...world,
    dice: dice.fork('app'),
    log,
    store,
    output,
    onSentAgain: (id) => void sentAgain.push(id),
    witness: bodies.transport,
    erasures: erasures.watch,
    onErasedInDoubt: erasures.onErasedInDoubt,
    onFalseClaim: (id) => void falseClaims.push(id),
    host,
    alter: options.alter ?? unaltered,
    wish: history.wish,
  };
  hosts.push(
    newHost({
      kernel,
      dice: dice.fork('host'),
      faults,
      store,
      processes: setting.processes,
      canLoseBook: !refusesNothing(setting.dialect) && setting.months?.manner !== 'live',
      startProcess: startProcess(app),
      onDeath: () => world.stir(bodies.latest()),
    }),
  );

  const isQuiet = (since: number): boolean => isAtPeace({ store, setting, truth: world.truth, since });
  const waitFor = async (isOver: () => boolean, until: number): Promise<void> => {
    while (!isOver() && kernel.now() < until) await kernel.run(kernel.now() + look);
  };
  const liveThroughMinutes = async (): Promise<null> => {
    history.ask(duringFaults);
    host().start();
    nemesis({ kernel, dice: dice.fork('nemesis'), faults, host: host(), store, lasts: setting.troubleLasts });
    await kernel.run(setting.begins + setting.troubleLasts);
    faults.end();
    const since = kernel.now();
    await waitFor(() => history.isDone() && isQuiet(since), since + timeLimit);
    // A person who reads "retry later" does that: a service may be an hour late, and refuse each sale and then its refund three times.
    for (let times = 0; times === 0 || (times < 8 && !isQuiet(since)); times += 1) {
      history.ask(inPeace);
      await waitFor(() => history.isDone() && isQuiet(since), kernel.now() + timeLimit);
    }
    host().rest();
    return null;
  };
  const months =
    setting.months === null
      ? await liveThroughMinutes()
      : await liveThroughMonths(
          {
            ...{ world, store, host: host(), asked: history, isCaughtUp: isQuiet },
            history: world.history ?? [],
            dice: dice.fork('months'),
            waitFor: (isOver) => waitFor(isOver, kernel.now() + maxPeace),
          },
          setting.months,
        );

  const evidence = await collectEvidence({
    world,
    store,
    log,
    output,
    falseClaims,
    sentAgain,
    sentOtherwise,
    erasures,
    last: history.last(),
    months,
  });
  store.giveBack();
  const counts = faults.counts();
  return {
    seed: options.seed,
    violations: check(evidence),
    hash: trace.hash(),
    trace: trace.lines(),
    events: kernel.events(),
    lasted: kernel.now() - setting.begins,
    kills: host().kills(),
    attempted: evidence.tried.length,
    recovered: [...counts].reduce((sum, [name, count]) => (unclear.test(name) ? sum + count : sum), 0),
    faults: counts,
  };
};
