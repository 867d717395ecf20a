import { constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { anEntry } from '../../support/an-entry.ts';

const many = Array.from({ length: 60 }, (_, index) => anEntry({ id: `entry-${index}`, name: `#${index}` }));
const asking = { 'accept-encoding': 'gzip, deflate, br' };

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe('what the screen answers', () => {
  it.each(['/runs/run-1', '/runs/run-1/entries', '/runs/run-1/entries.csv', '/runs/run-1/report.json'])(
    'is compressed for a browser that takes it, and says the same (%s)',
    async (path) => {
      const { get, finish } = aScreenInMemory();
      await finish('run-1', many);
      const plain = await get(path);
      const packed = await get(path, asking);
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(packed.headers.get('vary')).toContain('accept-encoding');
      expect(packed.headers.get('content-type')).toBe(plain.headers.get('content-type'));
      const [text, bytes] = [(await bytesOf(plain)).toString(), await bytesOf(packed)];
      const withoutNonce = (page: string): string => page.replaceAll(/nonce="[^"]*"/g, '');
      expect(withoutNonce(gunzipSync(bytes).toString())).toBe(withoutNonce(text));
      expect(bytes.length).toBeLessThan(text.length / 2);
    },
  );

  it('has its head on the way before its content is read', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', many);
    const reader = (await get('/runs/run-1', asking)).body?.getReader();
    const arrived: Buffer[] = [];
    const page = (): string => gunzipSync(Buffer.concat(arrived), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    while (arrived.length === 0 || !page().includes('Sync of 1 Jan 2026')) {
      const read: unknown = (await reader?.read())?.value;
      if (!(read instanceof Uint8Array)) throw new Error('the page ended before its head was there');
      arrived.push(Buffer.from(read));
    }
    expect(page()).not.toContain('considered');
    await reader?.cancel();
  });

  it('is as long as it is where another site asked for it', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', many);
    const answer = await get('/runs/run-1', { ...asking, 'sec-fetch-site': 'cross-site' });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toContain('</html>');
  });

  it.each([
    ['gzip;q=0', null],
    ['gzip; q=0.0, deflate', null],
    ['br, GZIP;Q=0', null],
    ['x-gzipped', null],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('is as the browser takes it (accept-encoding: %s)', async (accepted, encoding) => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', many);
    const answer = await get('/runs/run-1', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    await answer.arrayBuffer();
  });

  it('is not compressed where it is events', async () => {
    const { get, finish } = aScreenInMemory();
    await finish('run-1', many);
    expect((await get('/runs/run-1/events', asking)).headers.get('content-encoding')).toBeNull();
  });
});
