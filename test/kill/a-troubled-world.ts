import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/domain/environment.ts';
import { aBadWire, type BadWire } from '../support/a-bad-wire.ts';
import { aBrokenLine, type BrokenLine } from '../support/a-broken-line.ts';
import { type Pooler, startPooler } from '../support/a-pooler.ts';
import { type Ended, start, type Started, startUnder } from '../support/a-process.ts';
import { isNight } from '../support/size.ts';
import { syncAll, type World } from '../support/a-world.ts';
import { aDeadlyWorld, findingsIn } from './a-deadly-world.ts';
import { sharedFindingsIn, type SharedWorld } from './a-shared-world.ts';
import type { Findings } from './checker.ts';

/** Where the sync database is: a file, PostgreSQL, or PostgreSQL behind a pooler in transaction mode. */
export type Place = 'file' | 'database' | 'pooler';

/** A world whose processes reach service, platform and database over wires of ours, each with its own clock. */
export interface TroubledWorld {
  readonly world: World;
  readonly wires: readonly BadWire[];
  /** Between the wire of the platform and the platform. */
  readonly line: BrokenLine;
  /** Milliseconds that a trouble lasts. */
  readonly lasting: () => number;
  readonly random: Random;
  /** Starts a command; its clock begins wrong or right by chance. */
  readonly begin: (words?: readonly string[]) => Started;
  /** Starts a command whose clock is right. */
  readonly beginCalm: (words?: readonly string[]) => Started;
  /** Sets the clock of each running process to another time. */
  readonly moveClocks: () => void;
  readonly running: () => readonly Started[];
  /** How all processes came to their end so far. */
  readonly ends: readonly Ended[];
  /** Restarts the database, where it is a server. */
  readonly restart: (how: 'fast' | 'immediate') => Promise<void>;
  /** Keeps a copy of the file, or puts the last one back, while no process runs. */
  readonly keepCopy: () => void;
  readonly putCopyBack: () => void;
  /** One sync on a disk that becomes full; ended by then. */
  readonly syncOnFullDisk: () => Promise<Ended>;
  readonly findings: () => Promise<Findings>;
  readonly end: () => Promise<void>;
}

const badClock = new URL('../support/a-bad-clock.mjs', import.meta.url).href;

const minutes = 60_000;

/** A disk with room for so many more kilobytes than the file takes, as long as the command runs. */
const fullDisk = (kilobytes: number, authority: string): string => `
export NODE_EXTRA_CA_CERTS=${authority}
size=$(( $(du -sk disk | cut -f1) + ${kilobytes} ))
mount -t tmpfs -o size="$size"k tmpfs /mnt
cp -p disk/* /mnt/ 2>/dev/null
mount --bind /mnt disk
"$@"
code=$?
umount disk
cp -p /mnt/* disk/
exit $code
`;

/** In a night, a few troubles outlast every time limit of the product. */
const longest = 70_000;

const throughWires = async ({ folder, taxService, shop }: World, line: BrokenLine): Promise<readonly BadWire[]> => {
  const path = join(folder, 'tax-nexus.config.json');
  const [toService, toLine] = [await aBadWire(taxService.origin), await aBadWire(line.origin)];
  const text = readFileSync(path, 'utf8')
    .replaceAll(taxService.origin, toService.through(taxService.origin))
    // The name in the certificate.
    .replaceAll(shop.origin, toLine.through(line.origin).replace('127.0.0.1', 'localhost'));
  writeFileSync(path, text);
  return [toService, toLine];
};

/** Makes the world. `shared`: what makes one over PostgreSQL. */
export const aTroubledWorld = async (
  place: Place,
  random: Random,
  shared: () => Promise<SharedWorld>,
): Promise<TroubledWorld> => {
  const database = place === 'file' ? undefined : await shared();
  const world = database ?? (await aDeadlyWorld({ bookPath: './disk/book.db' }));
  const disk = join(world.folder, 'disk');
  const copy = join(world.folder, 'copy');
  mkdirSync(disk);
  const line = await aBrokenLine(world.shop.origin);
  const authority = join(world.folder, 'authority.pem');
  writeFileSync(authority, line.certificate);
  const wires = [...(await throughWires(world, line))];
  let pooler: Pooler | undefined;
  let address = database?.address;
  if (address !== undefined) {
    if (place === 'pooler') pooler = await startPooler(address);
    address = pooler?.through(address) ?? address;
    const wire = await aBadWire(address);
    wires.push(wire);
    address = wire.through(address);
  }

  const live = new Map<Started, string>();
  const ends: Ended[] = [];
  const wrongBy = (): number => Math.floor((random.next() * 2 - 1) * 10 * minutes);
  const setClock = (path: string, offset: number): void => writeFileSync(path, String(offset));
  let clocks = 0;
  const envWith = (offset: number): { path: string; env: Readonly<Record<string, string>> } => {
    const path = join(world.folder, `clock-${(clocks += 1)}`);
    setClock(path, offset);
    const env = { NODE_OPTIONS: `--import=${badClock}`, BAD_CLOCK: path, NODE_EXTRA_CA_CERTS: authority };
    return { path, env };
  };
  const follow = (process: Started, path: string): Started => {
    live.set(process, path);
    void process.ended.then((ended) => {
      live.delete(process);
      ends.push(ended);
    });
    return process;
  };
  const beginAt = (offset: number, words: readonly string[]): Started => {
    const { path, env } = envWith(offset);
    return follow(
      start(world.folder, words, { ...env, ...(address !== undefined && { DATABASE_URL: address }) }),
      path,
    );
  };
  return {
    world: { ...world, store: join(disk, 'book.db') },
    wires,
    line,
    random,
    lasting: () => (isNight && random.next() < 0.03 ? longest : 200 + random.next() * (isNight ? 2_800 : 1_300)),
    begin: (words = syncAll) => beginAt(random.next() < 0.5 ? wrongBy() : 0, words),
    beginCalm: (words = syncAll) => beginAt(0, words),
    moveClocks: () => live.forEach((path) => setClock(path, wrongBy())),
    running: () => [...live.keys()],
    ends,
    restart: async (how) => database?.restart(how, 100 + random.next() * 2_000),
    keepCopy: () => cpSync(disk, copy, { recursive: true }),
    putCopyBack: () => {
      rmSync(disk, { recursive: true });
      cpSync(copy, disk, { recursive: true });
      rmSync(join(disk, 'book.db-shm'), { force: true });
    },
    syncOnFullDisk: async () => {
      const script = fullDisk(64 + Math.floor(random.next() * 400), authority);
      const ended = await startUnder(world.folder, script, syncAll).ended;
      ends.push(ended);
      return ended;
    },
    findings: () =>
      database === undefined
        ? Promise.resolve(findingsIn({ ...world, store: join(disk, 'book.db') }))
        : sharedFindingsIn(database),
    end: async () => {
      for (const process of live.keys()) process.send('SIGKILL');
      while (live.size > 0) await sleep(10);
      await Promise.all([...wires, line].map((way) => way.stop()));
      await pooler?.stop();
      await world.end();
    },
  };
};
