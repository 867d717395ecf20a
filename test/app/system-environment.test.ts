import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { isGone, processMark, processOwner } from '../../src/app/system-environment.ts';
import { eventually } from '../support/a-plugin.ts';

const hourAgo = Math.round(Date.now() - 3_600_000).toString(36);

describe('the owner of a lease', () => {
  it('is not gone as long as its process runs, whichever part of it asks', () => {
    expect([isGone(processOwner()), isGone(`${hostname()}/${process.ppid}/${hourAgo}-0a1b2c3d`)]).toStrictEqual([
      false,
      false,
    ]);
  });

  it('is not gone when another copy of this module asks, which was loaded after the clock had been set', async () => {
    const owner = processOwner();
    const { now } = Date;
    // Without the types the sources end in `.js`.
    const copy = '../../src/app/system-environment.js?copy';
    Date.now = () => now() + 3_600_000;
    const loaded = import(copy) as Promise<{ readonly isGone: typeof isGone }>;
    const { isGone: isGoneThere } = await loaded.finally(() => {
      Date.now = now;
    });
    expect(isGoneThere).not.toBe(isGone);
    expect(isGoneThere(owner)).toBe(false);
  });

  it('is not known to be gone when it was started later with the same process id: containers may share a name', () => {
    const inAnHour = Math.round(Date.now() + 3_600_000).toString(36);
    expect(isGone(`${hostname()}/${process.pid}/${inAnHour}-0a1b2c3d`)).toBe(false);
  });

  it('is gone when its process has ended', () => {
    // Higher than any that Linux gives.
    expect(isGone(`${hostname()}/${2 ** 22 + 1}/${hourAgo}-0a1b2c3d`)).toBe(true);
  });

  it('is gone when the system has given its process id to another process since', () => {
    const ofParent = `${hostname()}/${process.ppid}/${hourAgo}-0a1b2c3d`;
    expect(isGone(`${ofParent}/${processMark(process.ppid) ?? ''}`)).toBe(false);
    expect(isGone(`${ofParent}/an earlier process`)).toBe(processMark(process.ppid) !== null);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'is gone when its process has ended, though its parent has not noticed, which keeps its process id taken',
    async () => {
      // The shell becomes a program that never asks how its child ended.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const owner = `${hostname()}/${pid}/${hourAgo}-0a1b2c3d/${processMark(pid) ?? ''}`;
      expect(isGone(owner)).toBe(false);
      await eventually(() => isGone(owner));
      expect(() => process.kill(pid, 0)).not.toThrow();
      parent.kill('SIGKILL');
    },
  );

  it('has a mark that stays the same as long as its process runs', async () => {
    const before = processMark(process.pid);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(processMark(process.pid)).toBe(before);
    expect(processMark(2 ** 22 + 1)).toBeNull();
  });

  it.each([`${hourAgo}-0a1b2c3d`, '0a1b2c3d'])(
    'is gone when it has the process id of this one and was started before it, as in a container that was killed: %s',
    (made) => {
      expect(isGone(`${hostname()}/${process.pid}/${made}`)).toBe(true);
    },
  );

  it.each(['another machine/1/0a1b2c3d', 'the workers', `${hostname()}/x/0a1b2c3d`])(
    'is not known to have ended on another machine: %s',
    (owner) => {
      expect(isGone(owner)).toBe(false);
    },
  );
});
