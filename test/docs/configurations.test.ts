import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../src/domain/fields.ts';
import { describeComplaint } from '../../src/app/configuration/complaint.ts';
import { readConfiguration } from '../../src/app/configuration/read-configuration.ts';

const pages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

/** What `package.json` takes is no configuration of ours. */
const isOfNpm = (text: string): boolean => text.includes('"overrides"');

/** A block of JSON, or a configuration in JavaScript that needs nothing else. */
const configurationsIn = async (
  page: string,
): Promise<readonly { readonly where: string; readonly written: unknown }[]> => {
  const blocks = readFileSync(page, 'utf8').matchAll(/```(json|js)\n([\s\S]*?)```/g);
  return Promise.all(
    [...blocks]
      .filter(([, language, text = '']) => (language === 'json' ? !isOfNpm(text) : text.startsWith('export default {')))
      .map(async ([, language, text = ''], at) => ({
        where: `${page}, configuration ${at + 1}`,
        written:
          language === 'json'
            ? (JSON.parse(text) as unknown)
            : ((await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { default: unknown }).default,
      })),
  );
};

const blocks = (await Promise.all(pages.map(configurationsIn))).flat();

const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };
const storefronts = { 'us-store': { connector: 'shopify', shop: 'acme.myshopify.com', accessToken: 'token' } };

/** A page may show a part: one storefront, its policy, or one setting. */
const wholeOf = (written: unknown): unknown => {
  const part = isRecord(written) ? written : {};
  if ('connector' in part) return { service, storefronts: { a: part } };
  if ('policy' in part) return { service, storefronts: { a: { ...storefronts['us-store'], ...part } } };
  return { service, storefronts, ...part };
};

/** Every variable of the environment that a page names is set. */
const shaped: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://h/d',
  SLACK_URL: 'https://hooks.example.com/x',
  HOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
};
const env = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => shaped[String(name)] ?? (String(name).includes('STRIPE_WEBHOOK') ? 'whsec_x' : 'x') },
);

describe('a configuration that the docs show', () => {
  it('is shown', () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  it.each(blocks)('is accepted as it stands: $where', ({ written }) => {
    const read = readConfiguration(wholeOf(written), { folder: '/srv/app', env });
    expect(E.isLeft(read) ? read.left.map(describeComplaint) : []).toStrictEqual([]);
  });
});
