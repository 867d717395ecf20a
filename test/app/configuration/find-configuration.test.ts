import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import {
  findConfiguration,
  foldersToSearch,
  foreignProblem,
  type RunningUser,
  variablesProblem,
} from '../../../src/app/configuration/find-configuration.ts';
import { left, right } from '../../support/right.ts';

let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'tax-nexus-find-'));
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

const me: RunningUser = { uid: process.getuid?.(), gid: process.getgid?.(), home: '/no/such/home' };

const folder = (...parts: readonly string[]): string => {
  const path = join(top, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
};

const file = (path: string): string => {
  writeFileSync(path, '{}', { mode: 0o600 });
  return path;
};

const config = 'tax-nexus.config.json';

/** Makes a file or folder that of another user, for a process with these rights; returns who asks then. */
const ofAnotherUser = (path: string): RunningUser => {
  if (me.uid !== 0) return { ...me, uid: (me.uid ?? 0) + 1 };
  chownSync(path, 4_321, 4_321);
  return me;
};

describe('the configuration that is found', () => {
  it('is that of the folder, or the nearest one above it within the repository', () => {
    mkdirSync(join(folder('shop'), '.git'));
    const within = folder('shop', 'packages', 'app');
    file(join(within, 'package.json'));
    const found = file(join(top, 'shop', config));
    expect(right(findConfiguration(within, me))).toStrictEqual(O.some(found));
  });

  it.each([
    ['the root of the repository', '.git'],
    ['the root of a package without a repository', 'package.json'],
  ])('is never above %s', (_, mark) => {
    const within = folder('shop', 'src');
    if (mark === '.git') folder('shop', mark);
    else file(join(top, 'shop', mark));
    file(join(top, config));
    expect(right(findConfiguration(within, me))).toStrictEqual(O.none);
  });

  it('is never above the home folder', () => {
    const home = folder('home', 'ann');
    file(join(top, 'home', config));
    expect(right(findConfiguration(folder('home', 'ann', 'work'), { ...me, home }))).toStrictEqual(O.none);
  });

  (process.platform === 'linux' ? it : it.skip)('is never above the root of a mounted file system (Linux)', () => {
    expect(foldersToSearch('/proc/sys/kernel', me)).toStrictEqual(['/proc/sys/kernel', '/proc/sys', '/proc']);
  });

  it('is refused behind a link that leads into a folder of another user', () => {
    const [within, theirs] = [folder('shop'), folder('theirs')];
    symlinkSync(file(join(theirs, config)), join(within, config));
    chmodSync(theirs, 0o777);
    expect(left(findConfiguration(within, me)).problem).toContain('other users may write to it');
  });

  it('is refused where another user owns it, and the message says what to do', () => {
    const within = folder('shop');
    const found = file(join(within, config));
    expect(left(findConfiguration(within, ofAnotherUser(found)))).toMatchObject({
      path: found,
      problem: expect.stringContaining('it belongs to another user'),
      remedy: expect.stringContaining('--config'),
    });
  });

  it.each([
    ['the file', 0o666, config],
    ['the folder of it, such as a shared temporary one', 0o1777, '.'],
  ])('is refused where other users may write to %s', (_, mode, part) => {
    const within = folder('mine');
    file(join(top, config));
    chmodSync(join(top, part), mode);
    expect(left(findConfiguration(within, me))).toMatchObject({
      problem: expect.stringContaining('other users may write to it'),
    });
    chmodSync(top, 0o700);
  });

  it('is refused where a folder on the way to it belongs to another user', () => {
    const within = folder('theirs', 'mine');
    file(join(top, config));
    const user = ofAnotherUser(join(top, 'theirs'));
    expect(left(findConfiguration(within, user)).problem).toContain('it belongs to another user');
  });

  it('may belong to root, and folders above it are not looked at', () => {
    const within = folder('shop');
    const found = file(join(within, config));
    const asked = me.uid === 0 ? { ...me, uid: 1_000 } : me;
    expect(right(findConfiguration(within, asked))).toStrictEqual(O.some(found));
  });

  it('has its variables refused in the same cases', () => {
    const variables = file(join(folder('shop'), '.env'));
    expect(foreignProblem(variables, dirname(variables), me)).toBeUndefined();
    chmodSync(variables, 0o646);
    expect(foreignProblem(variables, dirname(variables), me)).toMatchObject({ path: variables });
  });

  it('has its variables refused where it was named, too, unless they have its owner', () => {
    const within = folder('shared');
    const [named, variables] = [file(join(within, config)), file(join(within, '.env'))];
    chmodSync(within, 0o1777);
    expect(variablesProblem(variables, named, true, me)).toBeUndefined();
    const user = ofAnotherUser(variables);
    if (me.uid === 0) {
      expect(variablesProblem(variables, named, true, user)).toMatchObject({ path: variables });
      chownSync(named, 4_321, 4_321);
    }
    expect(variablesProblem(variables, named, true, user)).toBeUndefined();
    chmodSync(variables, 0o646);
    expect(variablesProblem(variables, named, true, user)).toMatchObject({ path: variables });
  });
});
