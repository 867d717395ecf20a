import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashPoint } from '../../../src/pipeline/ports.ts';
import { type ChangingShop, changingShop } from '../../support/changing-shop.ts';
import { eventually } from '../../support/a-plugin.ts';
import type { Started } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { sharedCampaign, type SharedWorld, sharedWorlds } from '../a-shared-world.ts';

const sharedWorld = sharedWorlds();
const { expectNothingWrong } = sharedCampaign({ kills: false });

/** Each step of a page, and how often a worker passes it before it is stopped there. */
const steps: readonly [CrashPoint, number][] = [
  ['before_page', 1],
  ['after_page_read', 1],
  ['after_intents', 1],
  ['before_post', 5],
  ['after_post_before_commit', 5],
  ['after_get_before_commit', 1],
  ['after_page_commit', 1],
];

let shop: ChangingShop | undefined;
afterEach(async () => {
  await shop?.stop();
});

/** A world whose shop is read through a window that can change it. */
const aChangingWorld = async (): Promise<SharedWorld & { readonly moveBuyers: () => void }> => {
  const world = await sharedWorld();
  // A lost answer, so that there is something to ask the service about.
  world.taxService.setFaults([{ on: 'push', skip: 2, times: 1, fault: { kind: 'drop', when: 'after' } }]);
  shop = await changingShop(world.shop.origin);
  const path = join(world.folder, 'tax-nexus.config.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(world.shop.origin, shop.origin));
  return { ...world, moveBuyers: shop.moveBuyers };
};

const isStopped = ({ pid }: Started): boolean =>
  /^State:\s+T/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));

/** What the sync database says of every sale, with what happened after it. */
const findingsOf = ({ ask, address }: SharedWorld): Promise<readonly unknown[]> =>
  ask(
    address,
    `select line_version.id, outcome, reason, run_line.message, adjustment.kind, adjustment.message as adjustment
     from tax_nexus.run_line join tax_nexus.line_version on line_version.version = run_line.version
       left join tax_nexus.adjustment on adjustment.version = line_version.version
     order by 1, 5, 6`,
  );

const canStop = process.platform === 'linux';

(canStop ? describe : describe.skip)('a worker that is stopped in the middle of a page', () => {
  it.each(steps)(
    'at the step %s, and wakes when another one has finished its work, changes nothing of what that one found',
    async (step, passes) => {
      const world = await aChangingWorld();
      const words = ['worker', '--dead-after', '3'];
      const stopped = world.begin(words, { TAX_NEXUS_CRASH_POINT: `${step}:${passes}:stop` });
      await stopped.heard('"ready"');
      const sync = world.begin([...syncAll, '--on-workers']);
      await eventually(() => isStopped(stopped));
      world.moveBuyers();
      const heir = world.begin(words);
      const { code, out } = await sync.ended;
      expect(code).toBe(1);
      const found = await findingsOf(world);
      stopped.send('SIGCONT');
      // Long enough for whatever it had in hand to be read, pushed and committed.
      await sleep(4_000);
      for (const worker of [stopped, heir]) {
        worker.send('SIGTERM');
        expect((await worker.ended).code).toBe(0);
      }
      expect(await findingsOf(world)).toStrictEqual(found);
      if (step === 'after_post_before_commit') expect(out).toContain('drift');
      await expectNothingWrong(world);
      await world.end();
    },
    120_000,
  );
});
