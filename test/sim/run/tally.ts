import type { WorldAnswer } from './task.ts';

/** What a campaign of worlds came to. */
export interface Tally {
  readonly worlds: number;
  readonly events: number;
  /** Virtual time, in hours. */
  readonly hours: number;
  readonly kills: number;
  readonly attempted: number;
  readonly recovered: number;
  readonly broken: readonly WorldAnswer[];
  /** How often each fault happened. */
  readonly faults: ReadonlyMap<string, number>;
}

export const noTally: Tally = {
  worlds: 0,
  events: 0,
  hours: 0,
  kills: 0,
  attempted: 0,
  recovered: 0,
  broken: [],
  faults: new Map(),
};

export const addWorld = (tally: Tally, world: WorldAnswer): Tally => {
  const faults = new Map(tally.faults);
  for (const [name, count] of world.faults) faults.set(name, (faults.get(name) ?? 0) + count);
  return {
    worlds: tally.worlds + 1,
    events: tally.events + world.events,
    hours: tally.hours + world.lasted / 3_600_000,
    kills: tally.kills + world.kills,
    attempted: tally.attempted + world.attempted,
    recovered: tally.recovered + world.recovered,
    broken: world.violations.length === 0 ? tally.broken : [...tally.broken, world],
    faults,
  };
};

/** A campaign without an attempt, a recovery or a kill proves nothing. */
export const isProof = ({ attempted, recovered, kills, broken }: Tally): boolean =>
  broken.length === 0 && attempted > 0 && recovered > 0 && kills > 0;

export const tallyLine = ({ worlds, events, hours, kills, attempted, recovered, broken, faults }: Tally): string => {
  const all = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return `${worlds} worlds, ${events} events, ${hours.toFixed(1)} virtual hours: ${attempted} transactions attempted, ${kills} processes killed, ${all} faults of ${faults.size} kinds, ${recovered} unconfirmed pushes settled; ${broken.length} worlds broken`;
};
