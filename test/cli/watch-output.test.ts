import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { watchOutput } from '../../src/cli/process.ts';

/** Says something to an output that fails in this way; what is pushed of it, and whether anything is lost. */
const printedTo = async (code: string): Promise<readonly [pushed: string, isLost: boolean]> => {
  const out = new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error('no'), { code })) });
  let pushed = '';
  const isLost = watchOutput(out, (text) => (pushed += text));
  await new Promise((resolve) => out.write('a report', resolve));
  out.emit('error', Object.assign(new Error('again'), { code }));
  return [pushed, isLost()];
};

describe('an output that fails', () => {
  it('is sent once, with what to do, when its disk is full', async () => {
    const [pushed, isLost] = await printedTo('ENOSPC');
    expect(pushed).toBe(
      'The output could not be written (ENOSPC), and what is there of it is not whole. Run the command again.\n',
    );
    expect(isLost).toBe(true);
  });

  it('loses nothing when its reader has ended', async () => {
    expect(await printedTo('EPIPE')).toStrictEqual(['', false]);
  });
});
