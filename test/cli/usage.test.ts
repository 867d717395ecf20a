import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const days = ['--from', '2025-01-01', '--to', '2025-01-31'];

describe('a command line that is wrong', () => {
  it.each([
    ['an unknown command', ['frobnicate'], 'unknown command'],
    ['no command', [], 'Usage: tax-nexus'],
    ['an unknown option', ['sync', ...days, '--fast'], "unknown option '--fast'"],
    ['a missing option', ['sync', '--from', '2025-01-01'], "required option '--to <day>' not specified"],
    [
      'a slip in the name of an option that is needed',
      ['sync', '--form', '2025-01-01', '--to', '2025-01-31'],
      "unknown option '--form'\n(Did you mean --from?)",
    ],
    ['such a slip of another command', ['resolve', 'us-store', 'x', '--notes', 'y'], '(Did you mean --note?)'],
    [
      'days without their options',
      ['sync', '2025-01-01', '2025-01-31'],
      "too many arguments for 'sync'\n(Did you mean --from <day> --to <day>?)",
    ],
    [
      'a last day without its option',
      ['reconcile', '2025-01-31', '--from', '2025-01-01'],
      '(Did you mean --to <day>?)',
    ],
    ['a run without its option', ['report', 'abc'], "too many arguments for 'report'\n(Did you mean --run <id>?)"],
    ['a word too many', ['check', 'us-store'], "too many arguments for 'check'"],
    [
      'a word too many, and nothing that it may mean',
      ['cancel', 'a', '--run', 'b'],
      "too many arguments for 'cancel'\n",
    ],
    ['a note that is missing', ['resolve', 'us-store', 'x'], "required option '--note <text>' not specified"],
    [
      'webhooks of no storefront',
      ['webhooks', 'status', '--address', 'https://a.example'],
      "required option '--storefront <name>' not specified",
    ],
    ['a day that no calendar has', ['sync', '--from', '2025-02-30', '--to', '2025-03-01'], '"2025-02-30" is not a day'],
    ['a day that is written otherwise', ['sync', '--from', '1/2/2025', '--to', '2025-03-01'], 'write it as YYYY-MM-DD'],
    ['a range that ends before it begins', ['sync', '--from', '2025-03-01', '--to', '2025-02-01'], 'before it begins'],
    [
      'an unknown storefront',
      ['sync', ...days, '--storefront', 'eu-store'],
      'no storefront "eu-store". Configured: us-store',
    ],
    [
      'a storefront called like a part of every object',
      ['sync', ...days, '--storefront', 'constructor'],
      'no storefront "constructor"',
    ],
    ['an order of such a storefront', ['explain', 'constructor', '#1001'], 'no storefront "constructor"'],
    ['a note about such a storefront', ['resolve', 'constructor', 'x', '--note', 'y'], 'no storefront "constructor"'],
    ['an unknown run', ['report', '--run', 'nope'], 'There is no run "nope" in the sync database. The first line'],
    [
      'an end of an unknown run',
      ['cancel', '--run', 'nope'],
      'There is no run "nope" in the sync database. The first line',
    ],
    ['a report before any run', ['report'], 'There is no run yet. Start one with tax-nexus sync'],
    ['a retry before any run', ['retry'], 'There is no run yet. Start one with tax-nexus sync'],
    ['a retry of an unknown run', ['retry', '--run', 'nope'], 'There is no run "nope"'],
    ['an unknown format', ['report', '--format', 'xml'], "argument 'xml' is invalid"],
    [
      'a note about a number that people see',
      ['resolve', 'us-store', '#1001', '--note', 'y'],
      '"#1001" is not an id of us-store',
    ],
    ['an empty note', ['resolve', 'us-store', 'x', '--note', ' '], 'The note is empty. Write what was done'],
    ['workers where the sync database is a file', ['sync', ...days, '--on-workers'], 'leave out --on-workers'],
    ['a port that is none', ['sandbox', '--port', 'x'], 'Write a port'],
    ['a port with no room after it', ['sandbox', '--port', '65535'], 'Write a port, 0 to 65515.'],
    ['an order that is not named', ['explain', 'us-store'], "missing required argument 'order'"],
    ['an order that the shop does not have', ['explain', 'us-store', '#4711'], 'has no record "#4711"'],
    ['a configuration that is not there', ['check', '--config', 'other.json'], 'there is no such file'],
  ])('%s: exit code 2, one complaint, and nothing on stdout', async (_, words, complaint) => {
    const { cli, taxService } = await world({ shop: { orders: 3 } });
    const { code, out, err } = await cli(words);
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain(complaint);
    expect(taxService.answers()).not.toHaveProperty('push 200');
  });

  it('is sent about every fault of its configuration at once', async () => {
    const { cli, configure } = await world({ shop: { orders: 3 } });
    configure({
      service: { baseUrl: 'http://example.com', concurrency: 0 },
      policy: { adjustments: { refunds: 'maybe' } },
    });
    const { code, err } = await cli(['check']);
    expect(code).toBe(2);
    expect(err).toContain('service.baseUrl: it does not begin with https://');
    expect(err).toContain('service.concurrency: it is not a number in the allowed range');
    expect(err).toContain('storefronts.us-store.policy.adjustments.refunds: it is not one of the allowed values');
  });

  it('is sent the version of the package, which a report of a mistake names', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await cli(['--version'])).toStrictEqual({ code: 0, out: `${version}\n`, err: '', configurations: [] });
  });

  it('is helped when it asks for help', async () => {
    const { cli } = await world({ shop: { orders: 3 } });
    const { code, out } = await cli(['sync', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('Usage: tax-nexus sync --from <day> --to <day> [options]');
    for (const option of ['--storefront', '--from', '--to', '--dry-run', '--json', '--config']) {
      expect(out).toContain(option);
    }
  });
});
