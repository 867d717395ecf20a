import { hunt } from '../mutants/hunt.ts';
import { mutants } from '../mutants/mutants.ts';
import { simulate } from '../simulate.ts';
import type { Answer, Task } from './task.ts';

/** Does what is asked for, in this process. */
export const carryOutTask = async (task: Task): Promise<Answer> => {
  if (task.kind === 'world') {
    const { seed, hash, violations, events, lasted, kills, attempted, recovered, faults } = await simulate({
      seed: task.seed,
    });
    return { kind: 'world', seed, hash, violations, events, lasted, kills, attempted, recovered, faults: [...faults] };
  }
  const mutant = mutants.find(({ name }) => name === task.mutant);
  if (mutant === undefined) throw new Error(`there is no planted bug "${task.mutant}"`);
  const { seed, worlds, word } = await hunt(mutant, task);
  return { kind: 'hunt', mutant: mutant.name, seed, worlds, word };
};
