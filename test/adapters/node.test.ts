import { request } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, it } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import { aWeb } from '../support/a-web.ts';
import { deliver, listening } from '../support/listening.ts';
import { orderPayload, shopifyWebhook } from '../support/signed-webhook.ts';

const listen = listening();
const webhook = shopifyWebhook(orderPayload('820982911946154508'));

/** Everything that a server says to raw text on a socket. */
const sayRaw = (origin: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket
      .on('data', (chunk) => (heard += chunk.toString()))
      .on('close', () => resolve(heard))
      .on('error', () => undefined);
    setTimeout(() => socket.destroy(), 1_500);
  });

describe('toNode', () => {
  it('serves a plain server, and answers other paths 404', async () => {
    const web = aWeb();
    const origin = await listen(toNode(web));
    expect(await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).toStrictEqual({ status: 200, text: '' });
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    expect((await fetch(`${origin}/health`)).status).toBe(404);
    expect(web.deliveries).toHaveLength(1);
  });

  it('hands other paths on where it is a middleware', async () => {
    const middleware = toNode(aWeb());
    const origin = await listen((incoming, outgoing) => {
      middleware(incoming, outgoing, () => outgoing.end('the host'));
    });
    expect(await (await fetch(`${origin}/other`)).text()).toBe('the host');
    expect((await fetch(`${origin}/tax-nexus/health`)).status).toBe(200);
  });

  it('answers at its path where Express has mounted it there, and where it has not', async () => {
    for (const mount of ['/tax-nexus', '/']) {
      const app = express();
      app.use(mount, toNode(aWeb()));
      const origin = await listen(app);
      expect((await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).status).toBe(200);
    }
  });

  it('leaves the global Request and Response of the host as they are', async () => {
    const [ownRequest, ownResponse] = [globalThis.Request, globalThis.Response];
    const origin = await listen(toNode(aWeb()));
    await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook);
    expect([globalThis.Request, globalThis.Response]).toStrictEqual([ownRequest, ownResponse]);
    expect(globalThis.Request).toBe(ownRequest);
  });

  it('takes a body that comes in pieces, without a length', async () => {
    const web = aWeb();
    const origin = await listen(toNode(web));
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const submission = request(`${origin}/tax-nexus/webhooks/us-store`, { method: 'POST', headers: webhook.headers });
      submission.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      for (const piece of webhook.body.match(/.{1,40}/gs) ?? []) submission.write(piece);
      submission.end();
    });
    expect(status).toBe(200);
    expect(web.deliveries).toHaveLength(1);
  });

  it('refuses an endless body at the cap, and closes the connection', async () => {
    const origin = await listen(toNode(aWeb()));
    const outcome = await new Promise<number | string | undefined>((resolve) => {
      const submission = request(`${origin}/tax-nexus/webhooks/us-store`, { method: 'POST', headers: webhook.headers });
      const piece = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        while (!submission.destroyed && submission.write(piece));
      };
      submission.on('drain', more);
      submission.on('response', (response) => resolve(response.statusCode)).on('error', () => resolve('cut'));
      more();
    });
    expect([413, 'cut']).toContain(outcome);
  });

  it('takes no harm from a client that goes away in the middle', async () => {
    const web = aWeb();
    const origin = await listen(toNode(web));
    const head = `POST /tax-nexus/webhooks/us-store HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"a"`;
    await sayRaw(origin, head);
    expect(web.deliveries).toHaveLength(0);
    expect((await deliver(`${origin}/tax-nexus/webhooks/us-store`, webhook)).status).toBe(200);
  });

  it('does not read a name out of an encoded path', async () => {
    const origin = await listen(toNode(aWeb()));
    const escaped = await sayRaw(
      origin,
      'POST /tax-nexus/webhooks/..%2fus-store HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
    );
    expect(escaped).toMatch(/^HTTP\/1\.1 404/);
  });
});
