import { parseArgs } from 'node:util';
import { mutants } from '../mutants/mutants.ts';
import { campaign } from './campaign.ts';
import type { HuntAnswer, Task } from './task.ts';

const { values } = parseArgs({
  options: {
    /** The most worlds for each planted bug. */
    most: { type: 'string', default: '150' },
    from: { type: 'string', default: '1' },
    /** Only those whose name contains this. */
    only: { type: 'string', default: '' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const tasks = mutants
  .filter(({ name }) => name.includes(values.only))
  .map(({ name }): Task => ({ kind: 'hunt', mutant: name, from: Number(values.from), most: Number(values.most) }));

const survivors: HuntAnswer[] = [];
const startedAt = performance.now();
await campaign(tasks, (answer) => {
  if (answer.kind !== 'hunt') return;
  const { mutant, seed, worlds, word } = answer;
  if (seed === null) survivors.push(answer);
  say(
    seed === null ? `SURVIVED ${worlds} worlds: ${mutant}` : `found in seed ${seed}: ${mutant} (${word.slice(0, 100)})`,
  );
});
say(
  `${tasks.length - survivors.length} of ${tasks.length} planted bugs found by name; ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
process.exitCode = survivors.length === 0 ? 0 : 1;
