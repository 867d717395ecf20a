import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { keepSuccess } from '../../../src/domain/async.ts';
import { aBrokenLine, type Break, type BrokenLine } from '../../support/a-broken-line.ts';
import { eventually } from '../../support/a-plugin.ts';
import { type Ended, start, type Started } from '../../support/a-process.ts';
import { apiKey, aWorld, syncAll, type World } from '../../support/a-world.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { randomOf } from '../../support/size.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { aTroubledWorld } from '../a-troubled-world.ts';
import { nothingWrong } from '../checker.ts';

const noServer = (): Promise<never> => Promise.reject(new Error('the sync database of these worlds is a file'));

type Platform = 'Shopify' | 'Stripe';

/** What a sync must say of a line that stays broken; null where the platform only takes its time. */
const saysOf: Readonly<Record<Platform, Readonly<Record<Break, RegExp | null>>>> = {
  Shopify: {
    certificate: /certificate of the connection to Shopify is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    malformed: /Shopify gave no usable response \(HPE_\w+\)/,
    'cut gzip': /Shopify gave no usable response \(Z_BUF_ERROR\)/,
    'not found': /there is no such shop or API version \(404\)/,
    slow: null,
  },
  Stripe: {
    certificate: /certificate of the connection to Stripe is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    malformed: /Stripe did not answer while reading .* \(HPE_\w+\)/,
    'cut gzip': /Stripe did not answer while reading .* \(no usable response\)/,
    'not found': /Stripe did not answer while reading .* \(no usable response\)/,
    slow: null,
  },
};

const counts = { worlds: 0, 'requests that met one': 0, 'sales lost': 0, doubled: 0 };
afterAll(() => reportCounts('Broken lines to a platform', counts));

/** What tries a line: a world in which a sync is at work. */
interface Tried {
  readonly line: BrokenLine;
  readonly world: World;
  readonly begin: () => Started;
  /** Fails unless the world is as if the line had never been broken. */
  readonly expectWhole: (last: Ended) => Promise<void>;
  readonly end: () => Promise<void>;
}

const aShopifyWorld = async (story: number): Promise<Tried> => {
  const at = await aTroubledWorld('file', randomOf(story), noServer);
  return {
    ...at,
    begin: at.beginCalm,
    expectWhole: async (last) => {
      const findings = await at.findings();
      counts['sales lost'] += findings.lost.length;
      counts.doubled += findings.doubled.length;
      expect(findings).toStrictEqual(nothingWrong);
      expectFinished(last);
    },
  };
};

/** Each sale of the account with what was sent of it, as a sync over a whole line sends it. */
const sentOf = ({ taxService }: World): readonly string[] =>
  taxService
    .journal()
    .map(({ text }) => text)
    .toSorted();

const aStripeWorld = async (): Promise<Tried> => {
  const slow = { on: 'push', fault: { kind: 'delay', when: 'before', milliseconds: 4 } } as const;
  const world = await aWorld({ shop: { orders: 1 }, taxService: { apiKeys: [apiKey], faults: [slow] } });
  const line = await aBrokenLine(world.stripeAccount.origin);
  const { service, storefronts } = world.configuration;
  const billing = { ...storefronts.billing, apiOrigin: line.origin };
  const state = `sqlite:${world.store}`;
  const configuration = { service: { ...service, concurrency: 4 }, state, storefronts: { billing } };
  writeFileSync(join(world.folder, 'tax-nexus.config.json'), JSON.stringify(configuration));
  const authority = join(world.folder, 'authority.pem');
  writeFileSync(authority, line.certificate);
  return {
    line,
    world,
    begin: () => start(world.folder, syncAll, { NODE_EXTRA_CA_CERTS: authority }),
    expectWhole: async ({ code, err }) => {
      expect({ code, err }).toStrictEqual({ code: 1, err });
      const whole = await unbrokenStripe();
      const sent = sentOf(world);
      counts['sales lost'] += whole.filter((text) => !sent.includes(text)).length;
      counts.doubled += sent.length - new Set(sent).size;
      expect(whole.length).toBeGreaterThan(200);
      expect(sent).toStrictEqual(whole);
    },
    end: async () => {
      await line.stop();
      await world.end();
    },
  };
};

const unbrokenStripe = keepSuccess(async (): Promise<readonly string[]> => {
  const { world, begin, end } = await aStripeWorld();
  await begin().ended;
  await end();
  return sentOf(world);
});

const worlds: Readonly<Record<Platform, (story: number) => Promise<Tried>>> = {
  Shopify: aShopifyWorld,
  Stripe: aStripeWorld,
};

/** A sync in the middle of which the line breaks, until it gives up or has met that twice; and one over a whole line. */
const play = async (platform: Platform, how: Break, story: number): Promise<void> => {
  const { line, world, begin, expectWhole, end } = await worlds[platform](story);
  try {
    const sync = begin();
    await intoItsWork(world, sync, { inserts: 5, milliseconds: 0 });
    line.breakWith(how);
    const says = saysOf[platform][how];
    await (says === null ? eventually(() => line.met() > 1) : sync.ended);
    line.breakWith(undefined);
    const { code, err } = await sync.ended;
    expect({ how, met: line.met() > 0, code, err }).toStrictEqual({ how, met: true, code: 1, err });
    if (says !== null) expect(err).toMatch(says);
    expect(err).not.toMatch(/^\s+at .+:\d+:\d+\)?$|unhandled|uncaught/im);
    const last = await begin().ended;
    counts.worlds += 1;
    counts['requests that met one'] += line.met();
    await expectWhole(last);
  } finally {
    await end();
  }
};

describe.each(Object.keys(worlds) as readonly Platform[])(
  'a line to %s that breaks in the middle of a sync',
  (platform) => {
    it('has the sync say why it ends, and loses, doubles and parks nothing: the next sync finishes', async () => {
      const ways = Object.keys(saysOf[platform]) as readonly Break[];
      const ends = await Promise.allSettled(ways.map((how, index) => play(platform, how, 950 + index)));
      expect(ends.flatMap((end): readonly unknown[] => (end.status === 'rejected' ? [end.reason] : []))).toStrictEqual(
        [],
      );
    }, 600_000);
  },
);
