import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/a-plugin.ts';
import { type App, apps } from '../support/an-app.ts';

const cli = 'node node_modules/tax-nexus-sync/dist/src/cli/main.js';
const anApp = apps();
const running: ChildProcess[] = [];
// A shell and what it started: the whole group.
afterAll(() =>
  running.forEach(({ pid = 0, exitCode, signalCode }) => {
    if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }),
);

const hasTools = (): boolean => {
  try {
    execFileSync('bash', ['-c', 'command -v curl && command -v openssl']);
    return true;
  } catch {
    return false;
  }
};

/** The shell blocks of a section of a page, in order. */
const blocksOf = (page: string, heading: string): readonly string[] => {
  const [, rest = ''] = readFileSync(`docs/${page}`, 'utf8').split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ', 1);
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The ports of the page are taken by whoever follows it: the test takes others that lie alike. */
const freePorts = async (): Promise<readonly number[]> => {
  for (let base = 20_000 + (process.pid % 20_000); ; base += 40) {
    const ports = [base, base + 10, base + 20, base + 30];
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
};

interface Shell {
  /** Runs a block to its end, and gives what it printed. */
  readonly run: (block: string) => Promise<string>;
  /** Starts a block that goes on until it is ended, and waits until it says so. */
  readonly start: (block: string, until: string) => Promise<void>;
  readonly app: string;
}

const shellIn = async ({ folder }: App): Promise<Shell> => {
  const [service = 0, shop = 0, stripe = 0, own = 0] = await freePorts();
  // What is installed already, and the ports, are all that differs from the page.
  const adapted = (block: string): string =>
    block
      .replaceAll(/npm install [^&\n]*(&& )?/g, '')
      .replaceAll('npx tax-nexus sandbox', `${cli} sandbox --port ${service}`)
      .replaceAll('4010', `${service}`)
      .replaceAll('4020', `${shop}`)
      .replaceAll('4030', `${stripe}`)
      .replaceAll(':3000', `:${own}`);
  const open = (block: string): { readonly child: ChildProcess; readonly said: () => string } => {
    const env = { ...process.env, PORT: `${own}` };
    const child = spawn('bash', ['-e', '-c', adapted(block)], { cwd: folder, env, detached: true });
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    return { child, said: () => said };
  };
  return {
    app: `http://127.0.0.1:${own}`,
    run: (block) =>
      new Promise((resolve, reject) => {
        const { child, said } = open(block);
        child.once('close', (code) => (code === 0 ? resolve(said()) : reject(new Error(said()))));
      }),
    start: async (block, until) => {
      const { child, said } = open(block);
      running.push(child);
      await eventually(() => said().includes(until), 60_000);
    },
  };
};

if (!hasTools()) {
  it('the shell blocks of the docs (not run: bash, curl or openssl are not on this machine)', () => undefined);
} else {
  describe('what the docs tell to type', () => {
    it('brings a webhook of the sandbox into the service: install.md', async () => {
      const { run, start } = await shellIn(await anApp({ type: 'module', also: ['express'] }));
      const [sandbox = '', app = '', webhook = '', look = ''] = blocksOf('install.md', 'Try it on the sandbox first');
      await start(sandbox, 'Ctrl-C stops it');
      await start(app, 'listening on');
      expect(await run(webhook)).toMatch(/^HTTP\/1.1 200/m);
      let seen = '';
      for (let attempt = 0; attempt < 60 && !seen.includes('"shopify:'); attempt += 1) seen = await run(look);
      expect(seen).toContain(':5400000000000"');
    }, 180_000);

    it('takes on a merchant while the app runs: getting-started-platforms.md', async () => {
      const { run, start, app } = await shellIn(await anApp({ type: 'module', also: ['express'] }));
      const [sandbox = '', host = '', merchant = ''] = blocksOf(
        'getting-started-platforms.md',
        '2. Start the example on the sandbox',
      );
      await start(sandbox, 'Ctrl-C stops it');
      await start(host, 'listening on');
      const statusOf = async (): Promise<number> =>
        (await fetch(`${app}/tax-nexus/webhooks/acme`, { method: 'POST', body: '{}' })).status;
      expect(await statusOf()).toBe(404);
      await run(merchant);
      expect(await statusOf()).not.toBe(404);
    }, 180_000);
  });
}
