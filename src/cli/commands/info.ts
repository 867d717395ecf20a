/** `tax-nexus info`: versions, packages, hosts and the names of the settings that are set, to paste into an issue. No value is shown. */
import { isBuiltin } from 'node:module';
import { arch, platform, release } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import { packageVersion } from '../../app/package-version.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { hostsIn, installedVersion, peersOf } from '../hosts.ts';
import { type CommonOptions, openSettings } from '../open-command.ts';
import { packageFolder } from '../package-folder.ts';
import { json } from '../render/text.ts';

interface InfoOptions extends CommonOptions {
  readonly json?: boolean;
}

/** Opens no database and asks no platform. What is wrong with the settings goes to stderr, and is not part of the result. */
export const info = async (io: CliIo, options: InfoOptions): Promise<ExitCode> => {
  const settings = await openSettings(io, options);
  const found = infoOf(io.folder, E.isRight(settings) ? settings.right.written : null);
  io.out(options.json === true ? json(found) : described(found));
  return exitCode.settled;
};

interface Info {
  readonly version: string;
  readonly node: string;
  readonly system: string;
  /** Optional and peer packages, as this package loads them; null: not installed. */
  readonly packages: Readonly<Record<string, string | null>>;
  /** Frameworks that the app in this folder depends on. */
  readonly hosts: Readonly<Record<string, string | null>>;
  /** Null when they could not be read. */
  readonly settings: readonly string[] | null;
}

const infoOf = (folder: string, settings: Info['settings']): Info => {
  const home = packageFolder() ?? folder;
  return {
    version: packageVersion,
    node: process.versions.node,
    system: `${platform()} ${arch()} ${release()}`,
    packages: {
      'node:sqlite': isBuiltin('node:sqlite') ? 'part of Node' : null,
      ...Object.fromEntries(peersOf(home).map((name) => [name, installedVersion(name, home)])),
    },
    hosts: Object.fromEntries(hostsIn(folder).map(({ found }) => [found, installedVersion(found, folder)])),
    settings,
  };
};

const described = ({ version, node, system, packages, hosts, settings }: Info): string =>
  [
    `tax-nexus-sync ${version}\nNode ${node}\n${system}\n`,
    lines('Packages', versions(packages)),
    lines('Hosts in package.json', versions(hosts)),
    settings === null
      ? 'Settings: could not be read\n'
      : lines('Settings that are set, without their values', settings),
  ].join('');

const lines = (title: string, entries: readonly string[]): string =>
  `${title}:${entries.length === 0 ? ' none' : ''}\n${entries.map((line) => `  ${line}\n`).join('')}`;

const versions = (found: Info['hosts']): readonly string[] =>
  Object.entries(found).map(([name, version]) => `${name} ${version ?? 'not installed'}`);
