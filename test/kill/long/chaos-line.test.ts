import { afterAll, describe, expect, it } from '@jest/globals';
import type { Break } from '../../support/a-broken-line.ts';
import { eventually } from '../../support/a-plugin.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { randomOf } from '../../support/size.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { aTroubledWorld } from '../a-troubled-world.ts';
import { nothingWrong } from '../checker.ts';

const noServer = (): Promise<never> => Promise.reject(new Error('the sync database of these worlds is a file'));

/** What a sync must say of a line that stays broken; null where the platform only takes its time. */
const saysOf: Readonly<Record<Break, RegExp | null>> = {
  certificate: /certificate of the connection to Shopify is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  malformed: /Shopify gave no usable response \(HPE_\w+\)/,
  'cut gzip': /Shopify gave no usable response \(Z_BUF_ERROR\)/,
  'not found': /there is no such shop or API version \(404\)/,
  slow: null,
};

const counts = { worlds: 0, 'requests that met one': 0, 'sales lost': 0, doubled: 0 };
afterAll(() => reportCounts('Broken lines to a platform', counts));

/** A sync in the middle of which the line breaks, until it gives up or has met that twice; and one over a whole line. */
const play = async (how: Break, story: number): Promise<void> => {
  const at = await aTroubledWorld('file', randomOf(story), noServer);
  try {
    const sync = at.beginCalm();
    await intoItsWork(at.world, sync, { inserts: 5, milliseconds: 0 });
    at.line.breakWith(how);
    const says = saysOf[how];
    await (says === null ? eventually(() => at.line.met() > 1) : sync.ended);
    at.line.breakWith(undefined);
    const { code, err } = await sync.ended;
    expect({ how, met: at.line.met() > 0, code, err }).toStrictEqual({ how, met: true, code: 1, err });
    if (says !== null) expect(err).toMatch(says);
    expect(err).not.toMatch(/^\s+at .+:\d+:\d+\)?$|unhandled|uncaught/im);
    const last = await at.beginCalm().ended;
    const findings = await at.findings();
    counts.worlds += 1;
    counts['requests that met one'] += at.line.met();
    counts['sales lost'] += findings.lost.length;
    counts.doubled += findings.doubled.length;
    expect({ how, ...findings }).toStrictEqual({ how, ...nothingWrong });
    expectFinished(last);
  } finally {
    await at.end();
  }
};

describe('a line to the platform that breaks in the middle of a sync', () => {
  it('has the sync say why it ends, and loses, doubles and parks nothing: the next sync finishes', async () => {
    const ways = Object.keys(saysOf) as readonly Break[];
    const ends = await Promise.allSettled(ways.map((how, index) => play(how, 950 + index)));
    expect(ends.flatMap((end): readonly unknown[] => (end.status === 'rejected' ? [end.reason] : []))).toStrictEqual(
      [],
    );
  }, 600_000);
});
