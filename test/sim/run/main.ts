import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';
import { addWorld, isProof, noTally, tallyLine } from './tally.ts';
import type { Task, WorldAnswer } from './task.ts';

const { values } = parseArgs({
  options: {
    /** How many worlds. */
    seeds: { type: 'string', default: '200' },
    /** The first seed. */
    from: { type: 'string', default: '1' },
    /** One world alone. */
    seed: { type: 'string' },
    /** Every event of that world. */
    trace: { type: 'boolean', default: false },
    /** How often each fault happened. */
    faults: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const sayBroken = ({ seed, hash, violations }: Pick<WorldAnswer, 'seed' | 'hash' | 'violations'>): void => {
  for (const { name, about, why } of violations) say(`  ${name}: ${about}: ${why}`);
  say(`  again: npm run campaigns -- sim --seed ${seed} --trace   (${hash})`);
};

const one = async (seed: number): Promise<boolean> => {
  // The product is loaded by who lives through a world: a campaign leaves that to its children.
  const { simulate } = await import('../simulate.ts');
  const outcome = await simulate({ seed, keepsTrace: values.trace });
  for (const line of outcome.trace) say(line);
  const { hash, violations, events, kills, attempted, recovered } = outcome;
  say(`seed ${seed}: ${events} events, ${attempted} attempted, ${recovered} recovered, ${kills} kills, trace ${hash}`);
  if (violations.length > 0) sayBroken(outcome);
  return violations.length === 0;
};

const many = async (from: number, count: number): Promise<boolean> => {
  const tasks = Array.from({ length: count }, (_, index): Task => ({ kind: 'world', seed: from + index }));
  let tally = noTally;
  const startedAt = performance.now();
  await campaign(tasks, (answer) => {
    if (answer.kind !== 'world') return;
    tally = addWorld(tally, answer);
    if (answer.violations.length > 0) {
      say(`seed ${answer.seed} broke:`);
      sayBroken(answer);
    }
  });
  if (values.faults) {
    for (const [fault, times] of [...tally.faults].sort(([a], [b]) => (a < b ? -1 : 1)))
      say(`${String(times).padStart(8)}  ${fault}`);
  }
  say(`${tallyLine(tally)}; ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return isProof(tally);
};

const isFine = await (values.seed === undefined
  ? many(Number(values.from), Number(values.seeds))
  : one(Number(values.seed)));
process.exitCode = isFine ? 0 : 1;
