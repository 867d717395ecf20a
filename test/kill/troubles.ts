import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BadWire } from '../support/a-bad-wire.ts';
import type { Break } from '../support/a-broken-line.ts';
import type { Place, TroubledWorld } from './a-troubled-world.ts';

/** What happens to a world while its processes work. */
interface Trouble {
  /** In the plural, for the figures. */
  readonly name: string;
  readonly places: readonly Place[];
  readonly strike: (at: TroubledWorld) => Promise<void>;
}

const everywhere: readonly Place[] = ['file', 'database', 'pooler'];
const servers: readonly Place[] = ['database', 'pooler'];

/** A disk of its own needs a name space of its own, which some machines do not grant. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

export const killAll = async ({ running }: TroubledWorld): Promise<void> => {
  const doomed = running();
  for (const process of doomed) process.send('SIGKILL');
  await Promise.all(doomed.map((process) => process.ended));
};

/** Something on the way to the service, the platform or the database, by chance. */
const onAWire =
  (act: (wire: BadWire, at: TroubledWorld) => Promise<void> | void): Trouble['strike'] =>
  async (at) => {
    const wire = at.wires[Math.floor(at.random.next() * at.wires.length)];
    if (wire !== undefined) await act(wire, at);
  };

/** The line to the platform is broken in one way for a while. */
const onTheLine = (name: string, how: Break): Trouble => ({
  name,
  places: everywhere,
  strike: async ({ line, lasting }) => {
    line.breakWith(how);
    await sleep(lasting());
    line.breakWith(undefined);
  },
});

const troubles: readonly Trouble[] = [
  { name: 'connections cut', places: everywhere, strike: onAWire((wire) => wire.cut()) },
  {
    name: 'answers cut in the middle',
    places: everywhere,
    strike: onAWire((wire, { random }) => wire.cutAnswerAfter(1 + Math.floor(random.next() * 4_000))),
  },
  { name: 'connections half closed', places: everywhere, strike: onAWire((wire) => wire.halfClose()) },
  {
    name: 'connections half open',
    places: everywhere,
    strike: onAWire(async (wire, { lasting }) => {
      wire.silence();
      await sleep(lasting());
      wire.cut();
    }),
  },
  {
    name: 'servers that hang',
    places: everywhere,
    strike: onAWire(async (wire, { lasting }) => {
      wire.hold();
      await sleep(lasting());
      wire.release();
    }),
  },
  onTheLine('certificates of a stranger', 'certificate'),
  onTheLine('answers that are not HTTP', 'malformed'),
  onTheLine('packed answers cut in the middle', 'cut gzip'),
  onTheLine('addresses that are not found', 'not found'),
  onTheLine('slow answers', 'slow'),
  { name: 'databases restarted', places: servers, strike: ({ restart }) => restart('fast') },
  { name: 'databases stopped immediately', places: servers, strike: ({ restart }) => restart('immediate') },
  {
    name: 'clocks that jump',
    places: everywhere,
    strike: ({ moveClocks }) => {
      moveClocks();
      return sleep(50);
    },
  },
  {
    name: 'processes stopped for a while',
    places: everywhere,
    strike: async ({ running, lasting }) => {
      const stopped = running();
      for (const process of stopped) process.send('SIGSTOP');
      await sleep(lasting());
      for (const process of stopped) process.send('SIGCONT');
    },
  },
  { name: 'kills', places: everywhere, strike: killAll },
  {
    name: 'older copies',
    places: ['file'],
    strike: async (at) => {
      await killAll(at);
      at.putCopyBack();
    },
  },
  {
    name: 'full disks',
    places: canMount ? ['file'] : [],
    strike: async (at) => {
      await killAll(at);
      await at.syncOnFullDisk();
    },
  },
];

/** The troubles that there can be where the sync database is. */
export const troublesOf = (place: Place): readonly Trouble[] => troubles.filter(({ places }) => places.includes(place));
