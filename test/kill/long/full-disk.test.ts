import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startUnder } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { readReport } from '../../support/printed-report.ts';
import { aDeadlyWorld, expectWholeReport, orders } from '../a-deadly-world.ts';
import { check, nothingWrong } from '../checker.ts';
import { shopTruth } from '../shop-truth.ts';
import { pushedBy } from '../pushed.ts';

/** A disk of our own needs a name space of our own, which some machines do not grant. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** A small disk, with room for the empty tables; the sync until it is full; then the disk grows, and the same command runs again. */
const script = `
mount -t tmpfs -o size=400k tmpfs disk
"$@" > first.txt 2> first-complaint.txt
echo "first $?"
mount -o remount,size=50m disk
"$@"
code=$?
cat first-complaint.txt >&2
exit $code
`;

describe('a disk that is full', () => {
  (canMount ? it : it.skip)(
    'ends the run with what to do, and when there is room again the same command loses and doubles nothing (needs a mount of its own)',
    async () => {
      const world = await aDeadlyWorld({ bookPath: './disk/book.db' });
      mkdirSync(join(world.folder, 'disk'));
      const { code, out, err } = await startUnder(world.folder, script, syncAll).ended;
      const [first, second = ''] = out.split(/(?<=^first \d+\n)/);
      expect(first).toBe('first 1\n');
      expect(err).toContain('The disk under the sync database');
      expect(err).toContain('Free some space. Then run the same command again');
      expect(code).toBe(1);
      expectWholeReport(readReport(second));
      expect(check(shopTruth(orders), world.taxService.journal().map(pushedBy), [])).toStrictEqual(nothingWrong);
      await world.end();
    },
    120_000,
  );
});
