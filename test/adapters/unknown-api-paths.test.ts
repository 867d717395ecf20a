import express from 'express';
import { fastify } from 'fastify';
import { describe, expect, it } from '@jest/globals';
import { toExpress } from '../../src/adapters/express.ts';
import { toFastify } from '../../src/adapters/fastify.ts';
import { toNode } from '../../src/adapters/node.ts';
import { aWeb } from '../support/a-web.ts';
import { listening } from '../support/listening.ts';

const listen = listening();

const hosts: Readonly<Record<string, () => Promise<(path: string) => Promise<Response>>>> = {
  'a fetch handler': () => Promise.resolve((path) => aWeb().handler(new Request(`https://host.example${path}`))),
  Node: async () => {
    const origin = await listen(toNode(aWeb()));
    return (path) => fetch(`${origin}${path}`);
  },
  Express: async () => {
    const origin = await listen(express().use('/tax-nexus', toExpress(aWeb())));
    return (path) => fetch(`${origin}${path}`);
  },
  Fastify: async () => {
    const app = fastify();
    await app.register(toFastify(aWeb()), { prefix: '/tax-nexus' });
    await app.ready();
    const origin = await listen((request, response) => app.routing(request, response));
    return (path) => fetch(`${origin}${path}`);
  },
};

describe('a path below /api/v1 that does not exist', () => {
  it.each(Object.entries(hosts))('is refused by a problem in %s', async (_, start) => {
    const ask = await start();
    for (const path of ['/tax-nexus/api/v1', '/tax-nexus/api/v1/', '/tax-nexus/api/v1/nothing']) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toStrictEqual([
        path,
        404,
        'application/problem+json',
      ]);
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', detail: expect.stringContaining('authorize') });
    }
  });
});
