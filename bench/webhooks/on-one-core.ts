import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The last core, where there are several and the system lets a process choose. */
const core = cpus().length - 1;
const canChoose =
  core > 0 && spawnSync('taskset', ['-c', String(core), process.execPath, '-e', ''], { stdio: 'ignore' }).status === 0;

/** A command that runs on one core alone; as it is where that cannot be had. */
export const onOneCore = (command: readonly string[]): readonly [string, ...string[]] => {
  const [program = process.execPath, ...words] = command;
  return canChoose ? ['taskset', '-c', String(core), program, ...words] : [program, ...words];
};

/** Moves a process to that core; what it starts from now on stays there. */
export const moveToOneCore = (pid: number): void => {
  if (canChoose) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
};

export const coreSentence = canChoose ? `each server on core ${core} alone` : 'servers are free to use every core';
