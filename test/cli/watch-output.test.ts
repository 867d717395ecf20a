import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { watchOutput } from '../../src/cli/main.ts';

/** Says something to an output that fails in this way; what is told of it, and whether anything is lost. */
const saidTo = async (code: string): Promise<readonly [told: string, isLost: boolean]> => {
  const out = new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error('no'), { code })) });
  let told = '';
  const isLost = watchOutput(out, (text) => (told += text));
  await new Promise((resolve) => out.write('a report', resolve));
  out.emit('error', Object.assign(new Error('again'), { code }));
  return [told, isLost()];
};

describe('an output that fails', () => {
  it('is sent once, with what to do, when its disk is full', async () => {
    const [told, isLost] = await saidTo('ENOSPC');
    expect(told).toBe(
      'The output could not be written (ENOSPC), and what is there of it is not whole. Run the command again.\n',
    );
    expect(isLost).toBe(true);
  });

  it('loses nothing when its reader has ended', async () => {
    expect(await saidTo('EPIPE')).toStrictEqual(['', false]);
  });
});
