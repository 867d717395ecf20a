import { afterAll, describe, expect, it } from '@jest/globals';
import { hasPooler } from '../../support/a-pooler.ts';
import type { Ended } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { sharedWorlds } from '../a-shared-world.ts';
import { aTroubledWorld, type Place, type TroubledWorld } from '../a-troubled-world.ts';
import { isNight, randomOf } from '../../support/size.ts';
import { nothingWrong } from '../checker.ts';
import { killAll, troublesOf } from '../troubles.ts';

const sharedWorld = sharedWorlds(undefined, true);

const counts = new Map<string, number>(
  ['worlds', 'processes', 'sales lost', 'doubled', 'with cents off', 'unhandled rejections'].map((name) => [name, 0]),
);
const count = (name: string, more = 1): void => void counts.set(name, (counts.get(name) ?? 0) + more);
afterAll(() => reportCounts('Troubles', Object.fromEntries(counts)));

interface Story {
  readonly story: number;
  readonly place: Place;
  readonly onWorkers?: boolean;
}

const behind: Place = hasPooler ? 'pooler' : 'database';
/** Those over one server follow each other, because one may stop it; those over files run next to them. */
const queues: readonly (readonly Story[])[] = [
  [
    { story: 900, place: behind, onWorkers: true },
    { story: 901, place: 'database' },
    { story: 902, place: behind },
    { story: 903, place: 'database', onWorkers: true },
  ],
  [904, 905, 906, 907].map((story) => ({ story, place: 'file' })),
];

const worker = ['worker', '--dead-after', '3'];

/** Starts what does the work: a sync, or two workers whose clocks differ and a sync that follows them. */
const beginAll = ({ begin }: TroubledWorld, onWorkers: boolean): ReturnType<TroubledWorld['begin']> => {
  if (!onWorkers) return begin();
  begin(worker);
  begin(worker);
  return begin([...syncAll, '--on-workers']);
};

const live = async (at: TroubledWorld, place: Place, onWorkers: boolean): Promise<void> => {
  const { random } = at;
  const possible = troublesOf(place);
  at.keepCopy();
  const sync = beginAll(at, onWorkers);
  for (let left = 2; left > 0; left -= 1) {
    await intoItsWork(at.world, sync, { inserts: Math.floor(random.next() * 20), milliseconds: random.next() * 30 });
    const trouble = possible[Math.floor(random.next() * possible.length)];
    if (trouble === undefined || at.running().length === 0) break;
    count(trouble.name);
    await trouble.strike(at);
  }
  if (random.next() < 0.5) return killAll(at);
  await sync.ended;
  for (const process of at.running()) process.send('SIGTERM');
  await Promise.all(at.running().map(({ ended }) => ended));
};

/** Whatever happens, a process ends with an exit code of its own, and with a message in place of a stack. */
const isUnhandled = ({ code, signal, err }: Ended): boolean =>
  /^\s+at .+:\d+:\d+\)?$|unhandled|uncaught/im.test(err) ||
  (signal !== 'SIGKILL' && (signal !== null || code === null || code > 2));

/** The last life has no trouble. It finishes what all before it left. */
const finish = async (at: TroubledWorld, onWorkers: boolean): Promise<Ended> => {
  for (const wire of at.wires) wire.cutAnswerAfter(Infinity);
  const helper = onWorkers ? at.beginCalm(worker) : undefined;
  const ended = await at.beginCalm(onWorkers ? [...syncAll, '--on-workers'] : syncAll).ended;
  helper?.send('SIGTERM');
  await helper?.ended;
  return ended;
};

const play = async ({ story, place, onWorkers = false }: Story): Promise<void> => {
  const at = await aTroubledWorld(place, randomOf(story), sharedWorld);
  try {
    for (let lives = 2; lives > 0; lives -= 1) await live(at, place, onWorkers);
    const ended = await finish(at, onWorkers);
    expect({ story, code: ended.code, err: ended.err }).toStrictEqual({ story, code: 1, err: ended.err });
    const findings = await at.findings();
    const unhandled = at.ends.filter(isUnhandled);
    count('worlds');
    count('processes', at.ends.length);
    count('sales lost', findings.lost.length);
    count('doubled', findings.doubled.length);
    count('with cents off', findings.centsOff.length);
    count('unhandled rejections', unhandled.length);
    expect({ story, unhandled }).toStrictEqual({ story, unhandled: [] });
    expect({ story, ...findings }).toStrictEqual({ story, ...nothingWrong });
    expectFinished(ended);
  } finally {
    await at.end();
  }
};

/** Of each queue. */
const shares = isNight ? [4, 4] : [2, 2];

describe('worlds full of trouble, chosen by a seed', () => {
  it('end with every sale at the service once and to the cent, and with no unhandled rejection', async () => {
    const playAll = async (queue: readonly Story[], index: number): Promise<void> => {
      for (const story of queue.slice(0, shares[index])) await play(story);
    };
    const ends = await Promise.allSettled(queues.map(playAll));
    expect(ends.flatMap((end): readonly unknown[] => (end.status === 'rejected' ? [end.reason] : []))).toStrictEqual(
      [],
    );
  }, 1_800_000);
});
