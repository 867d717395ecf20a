import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRecord } from '../../../src/domain/fields.ts';
import { apps, runIn } from '../../support/an-app.ts';
import { doors } from '../../support/public-doors.ts';

const anApp = apps();

describe('an import of the package', () => {
  it('changes no global, no prototype, no listener and no agent of the host’s process, whichever door it opens', async () => {
    const app = await anApp({ type: 'module' });
    copyFileSync('test/support/changed-globals.mjs', join(app.folder, 'changed-globals.mjs'));
    const { exports } = app.manifest;
    const names = Object.keys(isRecord(exports) ? exports : {}).map((door) => `tax-nexus-sync${door.slice(1)}`);
    expect(names).toStrictEqual(expect.arrayContaining(Object.keys(doors)));
    const nothing = Object.fromEntries([...names, 'its use'].map((what) => [what, []]));
    // The dispatcher of fetch needs a process that has not used fetch yet, and all else one in which Node has made its globals.
    for (const mode of [[], ['--fetch-unused']]) {
      const printed = await runIn(app, [
        '--disable-warning=ExperimentalWarning',
        'changed-globals.mjs',
        ...mode,
        ...names,
      ]);
      expect(printed).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(printed.out)).toStrictEqual(nothing);
    }
  }, 300_000);
});
