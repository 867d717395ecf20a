import type { DateRange } from '../../src/domain/date-range.ts';
import { type HistorySale, type Later, type Right, rightAt, timesOf } from '../reconcile/months/history.ts';
import { monthOf, spanOf } from '../reconcile/months/month-of.ts';
import type { History } from './app/history.ts';
import type { Host } from './app/host.ts';
import type { Store } from './app/store.ts';
import type { MonthCheck } from './checker/evidence.ts';
import type { Dice } from './kernel/dice.ts';
import { heldIn } from './world/months/held-rows.ts';
import { nemesis } from './world/nemesis.ts';
import type { MonthsSetting } from './world/setting.ts';
import type { World } from './world/world.ts';

export interface MonthsScene {
  readonly world: World;
  readonly history: readonly HistorySale[];
  readonly dice: Dice;
  readonly host: Host;
  readonly store: Store;
  readonly asked: History;
  /** Waits until something is over, or for as long as peace may last. */
  readonly waitFor: (isOver: () => boolean) => Promise<void>;
  /** Whether live work has caught up with all that happened before. */
  readonly isCaughtUp: (since: number) => boolean;
}

const hour = 3_600_000;

const monthAt = (index: number): string => new Date(Date.UTC(2026, index, 1)).toISOString().slice(0, 7);

const sent: Readonly<Record<MonthsSetting['sends'], (kind: Later['kind']) => boolean>> = {
  all: () => true,
  'as by default': (kind) => kind === 'edit' || kind === 'cancellation',
};

/** The ranges that a person syncs after a month, in order; `open` are the months that were never synced. */
const rangesAfter = (
  index: number,
  { manner, months }: MonthsSetting,
  open: Set<number>,
  dice: Dice,
): readonly DateRange[] => {
  const range = (from: number, to: number): DateRange => ({ from: `${monthAt(from)}-01`, to: monthOf(monthAt(to)).to });
  const isLast = index === months - 1;
  switch (manner) {
    case 'live':
      return [];
    case 'once':
      return isLast ? [range(0, index)] : [];
    case 'monthly':
      return [range(index, index)];
    case 'overlapping':
      return [range(dice.chance(0.4) ? dice.int(0, index) : index, index)];
    case 'in any order': {
      open.add(index);
      const some = [...open].filter(() => isLast || dice.chance(0.5));
      for (const one of some) open.delete(one);
      const mixed = some.map((one) => ({ one, key: dice.next() })).sort((a, b) => a.key - b.key);
      // Whatever the last day brought after its own sync.
      return [...mixed.map(({ one }) => range(one, one)), ...(isLast ? [range(index, index)] : [])];
    }
  }
};

/** Whether all days up to a month were synced by then. */
const isWholeAfter = (index: number, { manner, months }: MonthsSetting): boolean =>
  manner !== 'in any order' || index === months - 1;

/**
 * Lives through months, each of which is synced on the second of the next while things go wrong, and once more when nothing does.
 *
 * @returns what the service held then, with what was right, and the proofs that were made
 */
export const liveThroughMonths = async (scene: MonthsScene, months: MonthsSetting): Promise<readonly MonthCheck[]> => {
  const { world, history, dice, host, store, asked, waitFor, isCaughtUp } = scene;
  const { kernel, faults, setting, service } = world;
  const checks: MonthCheck[] = [];
  const open = new Set<number>();
  let firstSynced = months.manner === 'live' ? '2026-01-01' : '9999-12-31';
  const losses = (): number =>
    [...faults.counts()].reduce((sum, [name, count]) => (name.startsWith('death: ') ? sum + count : sum), 0);
  let isSpoilt = false;
  /** Proves this month and another one, and notes what the service holds. */
  const proven = async (index: number, isWhole: boolean): Promise<MonthCheck> => {
    const some = [...new Set([index, dice.int(0, index)])].map(monthAt);
    asked.ask({ range: null, proofs: some.map(monthOf), months: some });
    await waitFor(asked.isDone);
    const now = kernel.now();
    const { start } = spanOf({ from: firstSynced, to: firstSynced });
    const until = months.manner === 'live' ? Infinity : spanOf(monthOf(monthAt(index))).end;
    const rightOf = (isMeant: (sale: HistorySale) => boolean): readonly Right[] =>
      rightAt(history.filter(isMeant), now, sent[months.sends]);
    return {
      at: now,
      history,
      // What was sold before the first synced day is not a matter of proofs.
      right: rightOf(({ soldAt }) => soldAt >= start),
      due: isWhole ? rightOf(({ soldAt }) => soldAt < until) : null,
      held: heldIn(service.rows()),
      word: asked.last(),
      undoneSales: months.undoneSales,
    };
  };
  /** A server that runs now and then: Stripe keeps events for 30 days. */
  const lookIn = async (at: number): Promise<void> => {
    await kernel.run(at);
    host.start();
    await waitFor(() => isCaughtUp(at));
    host.rest();
  };
  for (let index = 0; index < months.months; index += 1) {
    if (months.manner === 'live')
      for (const day of [1, 11, 21]) await lookIn(Date.UTC(2026, index, day, 17 + dice.int(0, 3)));
    await kernel.run(Date.UTC(2026, index + 1, 2, 17));
    const ranges = rangesAfter(index, months, open, dice);
    if (ranges.length === 0 && months.manner !== 'live') continue;
    const before = losses();
    const since = kernel.now();
    host.start();
    const isSynced = firstSynced < '9999';
    // What happened since the last sync is not at the service yet: no proof may say that it is.
    if (isSynced && months.manner !== 'live' && dice.chance(0.5)) checks.push(await proven(index, false));
    const [tried] = ranges;
    if (tried !== undefined && dice.fork(`tried dry after ${index}`).chance(0.3)) {
      asked.ask({ range: tried, isDry: true, proofs: [], months: [] });
      await waitFor(asked.isDone);
    }
    faults.begin();
    nemesis({ kernel, dice: dice.fork(`nemesis of ${index}`), faults, host, store, lasts: setting.troubleLasts });
    const [first] = ranges;
    if (first !== undefined) asked.ask({ range: first, proofs: [], months: [] });
    await kernel.run(kernel.now() + setting.troubleLasts);
    faults.end();
    // Who lost the sync database, or has an older one, syncs from the first day.
    const { to } = monthOf(monthAt(index));
    const all = losses() === before ? ranges : [{ from: '2026-01-01', to }];
    // A person who reads "retry later" does that, until nothing is undecided: a list may be late, and a service refuse each push twice.
    for (const { from } of all) if (from < firstSynced) firstSynced = from;
    // Sales go on living while a sync of an hour reads: what came by then is a matter of the next sync.
    const hasChangedSince = (at: number): boolean =>
      history.some((sale) => timesOf(sale).some((time) => time > at && time <= kernel.now()));
    let askedAt = since;
    for (let hours = 0; hours < 8; hours += 1) {
      if (hours > 0 && isCaughtUp(-Infinity) && (all.length === 0 || !hasChangedSince(askedAt))) break;
      await waitFor(() => kernel.now() >= since + hours * hour);
      askedAt = kernel.now();
      for (const range of all) {
        // Also at first: a process may have died while it retried what an earlier run could not send.
        asked.ask({ range, retries: true, proofs: [], months: [] });
        await waitFor(asked.isDone);
      }
    }
    if (months.manner === 'live') await waitFor(() => isCaughtUp(since));
    checks.push(await proven(index, isWholeAfter(index, months) && !isSpoilt));
    if (months.isSpoilt && dice.chance(0.5)) {
      isSpoilt = true;
      const [first, ...others] = heldIn(service.rows());
      const spoil = dice.chance(0.5) ? service.remove : service.change;
      // Where no transaction is read alone, a deleted one looks like one that is not listed yet.
      const isSeenAlone = service.dialect.single !== 'always 404';
      if (first !== undefined && isSeenAlone) spoil(dice.pick([first, ...others]).id);
      checks.push(await proven(index, false));
    }
    host.rest();
  }
  return checks;
};
