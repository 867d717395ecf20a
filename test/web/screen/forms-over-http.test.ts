import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { toNode } from '../../../src/adapters/node.ts';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { listening } from '../../support/listening.ts';

const listen = listening();
const path = '/tax-nexus/screen/months';

const served = async (): Promise<MemoryScreen & { readonly origin: string }> => {
  const screen = aScreenInMemory();
  await screen.readAll();
  return { ...screen, origin: await listen(toNode({ handler: screen.answer })) };
};

/** Sends a form in pieces without a length, as a streaming proxy does. */
const inPieces = (origin: string, pieces: readonly string[], headers: Readonly<Record<string, string>> = {}) =>
  new Promise<number | string | undefined>((resolve) => {
    const submission = request(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
    });
    submission.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => resolve('cut'));
    for (const piece of pieces) submission.write(piece);
    submission.end();
  });

describe('a form over a real connection', () => {
  it('is accepted in pieces without a length, as a streaming proxy sends it', async () => {
    const { origin, store } = await served();
    expect(await inPieces(origin, ['month=2026', '-01&wh', 'at=close'])).toBe(303);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [{ month: '2026-01', by: 'Ada' }] });
  });

  it('of type multipart is accepted in pieces, too', async () => {
    const { origin, store } = await served();
    const part = (name: string, value: string): string =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await inPieces(origin, [part('month', '2026-02'), part('what', 'close'), '--b--\r\n'], headers)).toBe(303);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [{ month: '2026-02' }] });
  });

  it('in pieces is cut off at the limit', async () => {
    const { origin, store } = await served();
    const pieces = Array.from({ length: 80 }, () => 'x'.repeat(1_024));
    expect([413, 'cut']).toContain(await inPieces(origin, ['month=2026-01&what=close&note=', ...pieces]));
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [] });
  });

  it('is refused if Host and Origin are the same foreign host', async () => {
    const { origin, store } = await served();
    const headers = { host: 'evil.example', origin: 'http://evil.example' };
    expect(await inPieces(origin, ['month=2026-01&what=close'], headers)).toBe(403);
    expect(await inPieces(origin, ['month=2026-01&what=close'], { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [] });
  });

  it('without a host is refused', async () => {
    const { origin } = await served();
    const { hostname, port } = new URL(origin);
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${path} HTTP/1.0\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 3\r\n\r\na=b`,
        );
      });
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 40[03]/);
  });
});
