import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { sandbox } from '../../sandbox/commands/sandbox.ts';
import { startTaxService } from '../../sandbox/index.ts';
import { inTerminal } from '../support/a-terminal.ts';
import { addsUp, readReport } from '../support/printed-report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { itInAll } from '../support/it-in-all.ts';

/** What a browser is answered that believes to talk to another site. */
const statusFor = (address: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).once('error', reject);
  });

const folder = temporaryFolder();
const cli = inTerminal(folder);

const silent: CliIo = {
  out: () => undefined,
  err: () => undefined,
  prompter: null,
  isTerminal: false,
  columns: () => 100,
  folder,
  env: {},
  loadEnvFile: () => undefined,
  now: () => 0,
  onInterrupt: () => () => undefined,
  exitNow: (code) => {
    throw new Error(`the process ended with ${code}`);
  },
};

describe('tax-nexus demo', () => {
  itInAll(
    'does the main job from end to end; a second demo finds everything already present',
    async () => {
      const first = await cli(['demo', '--json', '--once']);
      const report = readReport(first.out);
      expect(addsUp(report)).toBe(true);
      expect(report).toMatchObject({ alreadyPresent: 0, failed: 0 });
      expect(report.storefronts).toContain('sample-store');
      // Of the shop alone.
      expect(report.succeeded).toBeGreaterThanOrEqual(387);
      expect(report.totals).toHaveProperty('USD');
      // The sample holds some sales on purpose.
      expect(first.code).toBe(0);

      const [, from = ''] =
        /Syncing 400 orders and about 250 payments of (\d{4}-\d\d)-01 to \d{4}-\d\d-\d\d/.exec(first.err) ?? [];
      expect(from).not.toBe('');

      const again = await cli(['demo', '--json', '--once']);
      expect(again.err).not.toContain('another API key, address');
      const second = readReport(again.out);
      const { considered, succeeded } = report;
      expect(second).toMatchObject({ considered, succeeded: 0, alreadyPresent: succeeded });
      expect(second.totals).toStrictEqual(report.totals);
      expect(readdirSync(folder)).toStrictEqual(['.tax-nexus']);
    },
    60_000,
  );
});

describe('tax-nexus demo, where it cannot write', () => {
  const taken = temporaryFolder();

  it('is reported, and nothing is started', async () => {
    writeFileSync(join(taken, '.tax-nexus'), 'a file');
    const { code, out, err } = await inTerminal(taken)(['demo', '--once']);
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain('.tax-nexus cannot be written. Check its permissions');
  });
});

describe('tax-nexus demo, without --once', () => {
  it('shows its run on the screen until Ctrl-C, under this machine’s own name', async () => {
    const asked: Promise<readonly [number, number, string]>[] = [];
    const { code, err } = await cli(['demo', '--port', '0'], {
      watch: (output, interrupt) => {
        const [, address] = /Look around: (\S+)/.exec(output) ?? [];
        if (address === undefined || asked.length > 0) return;
        asked.push(
          (async () => {
            const { status } = await fetch(address);
            const foreign = await statusFor(address, 'rebound.example');
            const root = await fetch(new URL('/', address));
            interrupt();
            return [status, foreign, new URL(root.url).pathname] as const;
          })(),
        );
      },
    });
    expect(await asked[0]).toStrictEqual([200, 403, '/tax-nexus/screen']);
    expect(code).toBe(0);
    const [, before = ''] = /on which you can watch: (\S+)\n[^]*considered/.exec(err) ?? [];
    expect(before).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tax-nexus\/screen$/);
  }, 60_000);
});

describe('tax-nexus sandbox', () => {
  it('prints a configuration for what it started, and ends with Ctrl-C', async () => {
    const { code, out, err } = await cli(['sandbox', '--port', '0'], {
      mayShowKeys: true,
      watch: (output, interrupt) => {
        if (output.includes('Ctrl-C stops it')) interrupt();
      },
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ service: { apiKey: 'sandbox-key' }, storefronts: { 'sample-store': {} } });
    expect(err).toContain('npx tax-nexus sync --from 2025-01-01 --to 2026-03-31');
    expect(existsSync(join(folder, 'tax-nexus-sandbox.db'))).toBe(false);
  });

  it('reports that its port is taken', async () => {
    const other = await startTaxService();
    const { port } = new URL(other.origin);
    const { code, out, err } = await cli(['sandbox', '--port', port]);
    await other.stop();
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain(`Port ${port} is taken; choose another one with --port.`);
    expect(err).toContain(`listens on ${port}, ${Number(port) + 10} and ${Number(port) + 20}.`);
  });

  it('reports when this user may not listen on a port, and names the one of the three', async () => {
    const forbidden = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 91 });
    const output: string[] = [];
    const io = { ...silent, err: (text: string) => void output.push(text) };
    expect(await sandbox(io, { port: 81 }, () => Promise.reject(forbidden))).toBe(2);
    expect(output.join('')).toContain('Port 91 may not be opened by this user; choose one above 1023 with --port.');
  });

  it('lets a defect through, which no other port would mend', async () => {
    const defect = new TypeError('seed is not a number');
    await expect(sandbox(silent, { port: 0 }, () => Promise.reject(defect))).rejects.toBe(defect);
  });
});
