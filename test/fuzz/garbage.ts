import type { Random } from '../../src/domain/environment.ts';

/** Bytes that are no answer at all, of up to 4 KiB. */
const noise = (random: Random): string =>
  Buffer.from(Array.from({ length: Math.floor(random.next() * 4096) }, () => Math.floor(random.next() * 256))).toString(
    'latin1',
  );

/** What comes back with status 200 from proxies, captive portals, broken deployments, and attackers. */
const odd: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[[[[',
  '{"data":',
  'OK',
  '<!doctype html><title>CANARY_PORTAL</title>',
  '{"data":null}',
  '{"data":{}}',
  '{"data":[],"data":[null]}',
  '{"data":[{"id":null}]}',
  '{"data":[{"id":"CANARY_ID"}],"has_more":"perhaps","nextCursor":7}',
  '{"object":"list","data":[{"id":"ch_1","object":"charge","amount":"CANARY"}],"has_more":true}',
  '{"error":{"type":"CANARY_TYPE","message":"CANARY_MESSAGE","code":"1 CANARY Street"}}',
  '{"errors":[{"message":"CANARY_MESSAGE","path":["1 CANARY Street"],"extensions":{"code":"1 CANARY Street"}},{"extensions":{"code":"TIMEOUT"}}]}',
  '{"errors":"CANARY_ERRORS"}',
  '{"data":{"orders":{"nodes":[null,7,"CANARY"],"pageInfo":{"hasNextPage":true,"endCursor":null}}}}',
  '{"data":{"orders":{"nodes":{"length":-1},"pageInfo":"CANARY"}}}',
  '{"__proto__":{"data":[]},"constructor":{"name":"CANARY"}}',
  `{"data":${'['.repeat(50_000)}`,
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"id":"${'x'.repeat(300_000)}"}`,
  '{"id":1e400,"total":-1e400}',
  '\uFEFF{"data":[]}',
  '{"data":[]}\u0000\u0000',
];

/** Garbage of a number: the odd ones first, noise after them. */
export const garbageAt = (index: number, random: Random): string => odd[index] ?? noise(random);
