/** Mounts webhooks, the screen and the API in a Fastify app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdapterOptions, defaultBasePath, matchRoute, type WebHandler } from './mount.ts';
import { answerNode } from './answer-node.ts';

export type { AdapterOptions, WebHandler } from './mount.ts';

/** The part of a Fastify request that the plugin uses. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
}

/** The part of a Fastify reply that the plugin uses. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  readonly hijack: () => unknown;
  readonly callNotFound: () => unknown;
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyLike {
  readonly prefix: string;
  removeAllContentTypeParsers: () => unknown;
  addContentTypeParser: (contentType: string, parser: () => Promise<void>) => unknown;
  all: (path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => unknown) => unknown;
}

/** A plugin of Fastify 4 and 5. */
export type FastifyPlugin = (instance: FastifyLike, options: unknown, done: (error?: Error) => void) => void;

/**
 * The handler as a plugin of Fastify 4 and 5. It has a separate scope, so that the host's body parsers stay unchanged and do not
 * touch the raw bytes.
 *
 * @example
 * await app.register(toFastify(taxNexus), { prefix: '/tax-nexus' }); // POST /tax-nexus/webhooks/us-store
 */
export const toFastify = (taxNexus: WebHandler, { basePath = defaultBasePath }: AdapterOptions = {}): FastifyPlugin => {
  const answer = answerNode(taxNexus);
  return (instance, _options, done) => {
    const isMounted = instance.prefix !== '';
    const base = isMounted ? instance.prefix : basePath;
    // The base may be written `tax-nexus` or `/tax-nexus/`; a pattern of Fastify has one slash before each part.
    const parts = isMounted ? [] : base.split('/').filter((part) => part !== '');
    instance.removeAllContentTypeParsers();
    // No parser reads it: the stream reaches the handler unread.
    instance.addContentTypeParser('*', () => Promise.resolve());
    instance.all(`/${[...parts, '*'].join('/')}`, async ({ raw, originalUrl }, reply) => {
      if (!matchRoute(base, originalUrl)) return reply.callNotFound();
      reply.hijack();
      await answer(raw, reply.raw, originalUrl);
      return reply;
    });
    done();
  };
};
