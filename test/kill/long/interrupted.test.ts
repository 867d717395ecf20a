import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { FaultRule } from '../../../sandbox/index.ts';
import { start } from '../../support/a-process.ts';
import type { World } from '../../support/a-world.ts';
import { addsUp, readReport } from '../../support/printed-report.ts';
import { aDeadlyWorld, finishAndCheck, startSync } from '../a-deadly-world.ts';

const slow = (milliseconds: number): readonly FaultRule[] => [
  { on: 'push', fault: { kind: 'delay', when: 'before', milliseconds } },
];

const untilPushed = async ({ taxService }: World, count: number): Promise<void> => {
  while (taxService.journal().length < count) await sleep(2);
};

describe('Ctrl-C', () => {
  it.concurrent('twice: stops at once, and that is safe as well', async () => {
    const world = await aDeadlyWorld({ taxService: { faults: slow(20) } });
    const running = startSync(world);
    await untilPushed(world, 10);
    world.taxService.setFaults(slow(120_000));
    await sleep(100);
    running.send('SIGINT');
    await running.heard('Press Ctrl-C again to stop at once.');
    const second = Date.now();
    running.send('SIGINT');
    const { code, out } = await running.ended;
    expect({ code, out }).toStrictEqual({ code: 130, out: '' });
    expect(Date.now() - second).toBeLessThan(100_000);

    world.taxService.setFaults([]);
    await finishAndCheck(world);
    await world.end();
  }, 120_000);

  it.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
    'once (%s): finishes what is in progress, commits it, and prints how to resume',
    async (signal) => {
      const world = await aDeadlyWorld({ taxService: { faults: slow(40) } });
      const running = startSync(world);
      await untilPushed(world, 10);
      running.send(signal);
      const { code, out, err } = await running.ended;
      expect(code).toBe(130);
      expect(err).toContain('Stopping: finishing what is in progress. Press Ctrl-C again to stop at once.');
      expect(err).toContain('run the same command again to resume');
      const report = readReport(out);
      expect(addsUp(report)).toBe(true);
      expect(report.succeeded).toBe(world.taxService.journal().length);

      world.taxService.setFaults([]);
      const { runId, succeeded } = await finishAndCheck(world);
      expect(runId).toBe(report.runId);
      expect(succeeded).toBe(world.taxService.journal().length);
      await world.end();
    },
    120_000,
  );

  it.concurrent('once, after the reader of the output has ended too: ends as it should', async () => {
    const world = await aDeadlyWorld({ taxService: { faults: slow(40) } });
    const running = startSync(world);
    await untilPushed(world, 10);
    running.stopListening();
    running.send('SIGINT');
    const { code, err } = await running.ended;
    expect(code).toBe(130);
    expect(err).toMatch(/run the same command again to resume\.\n$/);
    world.taxService.setFaults([]);
    await finishAndCheck(world);
    await world.end();
  }, 120_000);

  it.concurrent('ends the sandbox', async () => {
    const world = await aDeadlyWorld();
    const sandbox = start(world.folder, ['sandbox', '--port', '0']);
    await sandbox.heard('Ctrl-C stops it');
    sandbox.send('SIGINT');
    const { code, out } = await sandbox.ended;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ storefronts: { 'sample-store': { connector: 'shopify' } } });
    await world.end();
  }, 120_000);
});
