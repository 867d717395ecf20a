/**
 * Finds the configuration of a folder without running another user's code: a configuration is code that runs next to your keys,
 * and a file in a folder where others may write could be planted.
 */
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { foreignReason, type ProcessUser } from '../../domain/own-files.ts';
import type { ConfigurationProblem } from './complaint.ts';
import { configurationFiles } from './configuration.ts';

/** Who runs this process. */
export interface RunningUser extends ProcessUser {
  readonly home: string;
}

/** Up to the root of the repository, or of the package outside a repository: folders above it belong to others. */
export const foldersToSearch = (folder: string, user: RunningUser): readonly string[] => {
  const folders = foldersUpwards(folder, user);
  const rootBy = (mark: string): number => folders.findIndex((at) => existsSync(join(at, mark)));
  const root = [rootBy('.git'), rootBy('package.json')].find((index) => index >= 0);
  return root === undefined ? folders : folders.slice(0, root + 1);
};

/** What is wrong with a file that was found rather than named, or with the folders from `folder` up to it. */
export const foreignProblem = (
  file: string,
  folder: string,
  user: RunningUser = runningUser(),
): ConfigurationProblem | undefined => {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    folders.push(at);
    if (at === dirname(file) || at === dirname(at)) break;
  }
  // Your own link may lead into a folder of another user.
  const real = realpathSync(file);
  for (const path of [file, real, dirname(real), ...folders]) {
    const stat = statOf(path);
    const reason = stat === undefined ? undefined : foreignReason(stat, user);
    if (reason !== undefined) return foreign(path, reason);
  }
  return undefined;
};

/**
 * What is wrong with a file of variables next to a configuration or an app. If the configuration or app was named, its owner is
 * trusted, but not files that others put into the same folder.
 */
export const variablesProblem = (
  variables: string,
  beside: string,
  wasNamed: boolean,
  user: RunningUser = runningUser(),
): ConfigurationProblem | undefined => {
  const [stat, owner] = [statOf(variables), statOf(beside)?.uid];
  if (stat === undefined) return undefined;
  if (!wasNamed) return foreignProblem(variables, dirname(beside), user);
  const reason = foreignReason(stat, stat.uid === owner ? { ...user, uid: owner } : user);
  return reason === undefined
    ? undefined
    : foreign(variables, reason, 'Make it a file of your own that others may not write to, or remove it');
};

/**
 * The configuration in a folder, or in the nearest one above it within the same repository, package, home folder and file system;
 * None without such a file. Left when another user could have written it.
 */
export const findConfiguration = (
  folder: string,
  user: RunningUser = runningUser(),
): E.Either<ConfigurationProblem, O.Option<string>> => {
  const file = foldersToSearch(folder, user)
    .flatMap((at) => configurationFiles.map((name) => join(at, name)))
    .find((path) => existsSync(path));
  if (file === undefined) return E.right(O.none);
  const problem = foreignProblem(file, folder, user);
  return problem === undefined ? E.right(O.some(file)) : E.left(problem);
};

/** The folder and those above it, up to the home folder or the end of the file system. */
const foldersUpwards = (folder: string, { home }: RunningUser): readonly string[] => {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    folders.push(at);
    const above = dirname(at);
    if (above === at || at === home || statOf(above)?.dev !== statOf(at)?.dev) return folders;
  }
};

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const runningUser = (): RunningUser => ({ uid: process.getuid?.(), gid: process.getgid?.(), home: homedir() });

const foreign = (
  path: string,
  problem: string,
  remedy = 'Move it to a folder of your own; or, if you trust it, name the configuration with --config',
): ConfigurationProblem => ({
  path,
  problem: `${problem}, so it is not used: a configuration is code, and runs with your keys`,
  remedy,
});
