import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';

/** Pages and files; never events, which a page waits for one by one. */
const compressible = /^(text\/(html|csv)|application\/json)\b/;

/** A coding with the weight 0 is one that is not taken. */
const takesGzip = (accepted: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(/\s/g, '').split(';'))
    .some(([coding, ...words]) => coding === 'gzip' && !words.some((word) => /^q=0(\.0*)?$/.test(word)));

/** Whether an answer to these headers may be compressed. Where another site asked, its length must not tell of its contents. */
const mayCompress = (headers: Headers): boolean =>
  takesGzip(headers.get('accept-encoding') ?? '') && headers.get('sec-fetch-site') !== 'cross-site';

/** As RFC 1952 has it: deflated, no name, no time, of an unknown system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * gzip, in which each part is complete as soon as it was written: the head of a page does not wait for its content. Node's
 * own stream compresses in another thread, and a record book that reads meanwhile would hold up what comes back from there.
 */
const gzip = (): TransformStream<Uint8Array, Uint8Array> => {
  let [sum, length] = [0, 0];
  return new TransformStream({
    start: (out) => out.enqueue(head),
    transform: (part, out) => {
      sum = crc32(part, sum);
      length += part.length;
      out.enqueue(deflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH }));
    },
    flush: (out) => {
      const tail = Buffer.alloc(8);
      tail.writeUInt32LE(sum);
      tail.writeUInt32LE(length % 2 ** 32, 4);
      out.enqueue(deflateRawSync(''));
      out.enqueue(tail);
    },
  });
};

/** A report is a tenth as long on its way to a phone, whether or not the host compresses; a host that does leaves it alone. */
export const compress: MiddlewareHandler<Env> = async (visit, next) => {
  await next();
  const { res, req } = visit;
  const isOurs = compressible.test(res.headers.get('content-type') ?? '') && !res.headers.has('content-encoding');
  if (!isOurs) return;
  res.headers.append('vary', 'accept-encoding, sec-fetch-site');
  if (res.body === null || !mayCompress(req.raw.headers)) return;
  visit.res = new Response(res.body.pipeThrough(gzip()), res);
  visit.res.headers.delete('content-length');
  visit.res.headers.set('content-encoding', 'gzip');
};
