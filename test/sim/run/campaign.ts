import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Answer, type Task } from './task.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * There is a child for every core: threads that collect its garbage or compile next to it would only be in the way of the
 * others, for a sixth of the whole time. A world is garbage when it is over, and room for two of them leaves less to move.
 */
const flags = ['--single-threaded', '--min-semi-space-size=32', '--max-semi-space-size=32'];

const startChild = (): ChildProcess =>
  fork(here('./child.ts'), [], {
    execArgv: [...flags, '--import', new URL('./register.mjs', import.meta.url).href],
  });

/** Two at least, so that a machine with one core is kept busy too; each takes the next task when it is done. */
const jobs = (): number => Math.max(2, availableParallelism());

const work = (child: ChildProcess, next: () => Task | undefined, onAnswer: (answer: Answer) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const give = (): void => {
      const task = next();
      if (task === undefined) {
        child.disconnect();
        resolve();
      } else child.send(task);
    };
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 || code === null ? resolve() : reject(new Error(`a child ended with ${code}`)),
    );
    child.on('message', (message) => {
      if (!Answer.is(message)) return reject(new Error('a child printed something that is no answer'));
      onAnswer(message);
      give();
    });
    give();
  });

/** Spreads tasks over child processes, one on each core. Rejects when one of them dies. */
export const campaign = async (tasks: readonly Task[], onAnswer: (answer: Answer) => void): Promise<void> => {
  const open = [...tasks];
  const children = Array.from({ length: Math.min(jobs(), tasks.length) }, startChild);
  await Promise.all(children.map((child) => work(child, () => open.shift(), onAnswer)));
};
