import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { eventually } from './a-plugin.ts';
import { localRegistry } from './local-registry.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether this machine has what the docs' commands are typed into. */
export const hasShell = ((): boolean => {
  try {
    execFileSync('bash', ['-c', 'command -v curl && command -v openssl && command -v tar']);
    return true;
  } catch {
    return false;
  }
})();

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasSqlite = major > 22 || (major === 22 && minor >= 13);

/** What the pages say about older lines of Node. */
const withDriver = (block: string): string =>
  hasSqlite ? block : block.replaceAll(/npm install tax-nexus-sync(?= |$)/gm, '$& @photostructure/sqlite');

/** The ports of the docs, which may be in use here, and where a command prints the one that it took instead. */
const saysPort: readonly (readonly [string, RegExp])[] = [
  ['4010', /"baseUrl": "http:\/\/127\.0\.0\.1:(\d+)"/],
  ['4020', /"sample-store": \{[^}]*"apiOrigin": "http:\/\/127\.0\.0\.1:(\d+)"/],
  ['4030', /"billing": \{[^}]*"apiOrigin": "http:\/\/127\.0\.0\.1:(\d+)"/],
  ['3000', /listening on \{.*port: (\d+)/],
];

/** A person's terminal, in a folder that is empty at first. */
export interface Shell {
  readonly folder: string;
  /** Where the app of the docs listens, once it has started. */
  readonly app: () => string;
  /** Types a block, and gives what it printed; rejects when it ends with another code than 0. */
  readonly run: (block: string) => Promise<string>;
  /** Runs a block that continues until it is ended, waits for its start message, and returns its output so far. */
  readonly start: (block: string, until: string) => Promise<string>;
}

/** What is set for the shell besides the usual. */
export interface ShellOptions {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Terminals for the tests of one file. npm installs from a registry on this machine, and nothing of npm's own settings or of
 * a run of npm around the tests is seen. But for the ports, commands are typed as they stand.
 */
export const shells = (): ((options?: ShellOptions) => Promise<Shell>) => {
  const parent = temporaryFolder();
  const running: ChildProcess[] = [];
  // A shell and what it started: the whole group.
  afterAll(() =>
    running.forEach(({ pid = 0, exitCode, signalCode }) => {
      if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    }),
  );
  const registry = localRegistry();
  return async ({ folder = mkdtempSync(join(parent, 'app-')), variables = {} } = {}) => {
    const home = join(parent, 'home');
    mkdirSync(home, { recursive: true });
    // What is installed in a folder without a package.json goes to the one above: no further than this.
    writeFileSync(join(parent, 'package.json'), '{}');
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_/i.test(name))),
      HOME: home,
      PORT: '0',
      npm_config_registry: await registry(),
      npm_config_ignore_scripts: 'true',
      // What one test has installed, the next one takes from npm's cache.
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      ...variables,
    };
    /** By the port of the docs: the one that a command took instead. */
    const ports = new Map<string, string>();
    // In one go: a port that is put in may look like one of the docs.
    const adapted = (block: string): string =>
      withDriver(block).replaceAll(/npx tax-nexus sandbox|\b(?:4010|4020|4030|3000)\b/g, (found) =>
        found.startsWith('npx') ? `${found} --port 0` : (ports.get(found) ?? found),
      );
    /** What a command that has started says of its ports; the sandbox in the file into which the docs lead its output. */
    const notePorts = (block: string, printed: string): void => {
      const file = join(folder, 'tax-nexus.config.json');
      const text = block.includes('tax-nexus sandbox') && existsSync(file) ? readFileSync(file, 'utf8') : printed;
      for (const [documented, printedAs] of saysPort) {
        const [, port] = printedAs.exec(text) ?? [];
        if (port !== undefined) ports.set(documented, port);
      }
    };
    const open = (block: string): { readonly child: ChildProcess; readonly output: () => string } => {
      const child = spawn('bash', ['-e', '-c', adapted(block)], { cwd: folder, env, detached: true });
      let output = '';
      const hear = (text: Buffer): void => {
        output += text.toString();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      running.push(child);
      return { child, output: () => output };
    };
    return {
      folder,
      app: () => `http://127.0.0.1:${ports.get('3000')}`,
      run: (block) =>
        new Promise((resolve, reject) => {
          const { child, output } = open(block);
          child.once('close', (code) => (code === 0 ? resolve(output()) : reject(new Error(`${code}: ${output()}`))));
        }),
      start: async (block, until) => {
        const { child, output } = open(block);
        await eventually(() => output().includes(until) || child.exitCode !== null);
        if (!output().includes(until)) throw new Error(output());
        notePorts(block, output());
        return output();
      },
    };
  };
};
