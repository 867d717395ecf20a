import { constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';

const many = Array.from({ length: 60 }, (_, index) => aReportLine({ id: `entry-${index}`, name: `#${index}` }));
const gzip = { 'accept-encoding': 'gzip, deflate, br' };

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

const aLargeRun = async (): Promise<MemoryScreen> => {
  const screen = aScreenInMemory();
  await screen.finish('run-1', many);
  return screen;
};

describe('a response of the screen', () => {
  it.each(['/runs/run-1', '/runs/run-1/lines', '/runs/run-1/lines.csv', '/runs/run-1/report.json'])(
    'is compressed for a browser that accepts it, with the same content (%s)',
    async (path) => {
      const { get } = await aLargeRun();
      const plain = await get(path);
      const packed = await get(path, gzip);
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

  it('sends its head before its content is read', async () => {
    const { get } = await aLargeRun();
    const reader = (await get('/runs/run-1', gzip)).body?.getReader();
    const arrived: Buffer[] = [];
    const page = (): string => gunzipSync(Buffer.concat(arrived), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    while (arrived.length === 0 || !page().includes('Sync of Jan 1, 2026')) {
      const read: unknown = (await reader?.read())?.value;
      if (!(read instanceof Uint8Array)) throw new Error('the page ended before its head arrived');
      arrived.push(Buffer.from(read));
    }
    expect(page()).not.toContain('considered');
    await reader?.cancel();
  });

  it('is not compressed for another site', async () => {
    const { get } = await aLargeRun();
    const response = await get('/runs/run-1', { ...gzip, 'sec-fetch-site': 'cross-site' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toContain('</html>');
  });

  it.each([
    ['gzip;q=0', null],
    ['gzip; q=0.0, deflate', null],
    ['br, GZIP;Q=0', null],
    ['x-gzipped', null],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('is compressed only if the browser accepts it (accept-encoding: %s)', async (accepted, encoding) => {
    const { get } = await aLargeRun();
    const response = await get('/runs/run-1', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    await response.arrayBuffer();
  });

  it('is not compressed if it streams events', async () => {
    const { get } = await aLargeRun();
    expect((await get('/runs/run-1/events', gzip)).headers.get('content-encoding')).toBeNull();
  });
});
