import * as E from 'fp-ts/lib/Either.js';
import type { MiddlewareHandler } from 'hono';
import { noBody, wrongType } from '../answers.ts';
import { readBody } from '../read-body.ts';
import type { Env } from './env.ts';

/** Bytes, and milliseconds until the last of them. */
const limits = { most: 64 * 1024, longest: 10_000 };

/** No other kind of body is read. */
const isForm = (request: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('content-type') ?? '');

/**
 * Reads the body of a form under a cap, however it comes: with a length, or in pieces, as proxies send it that stream. What
 * follows gets a standard request of it, because that of a server may not be made into another one.
 */
export const formBody: MiddlewareHandler<Env> = async (visit, next) => {
  const { raw } = visit.req;
  if (!isForm(raw)) return wrongType();
  const body = await readBody(raw, limits);
  if (E.isLeft(body)) return noBody(body.left);
  visit.req.raw = new Request(raw.url, {
    method: raw.method,
    headers: [...raw.headers].filter(([name]) => name !== 'transfer-encoding' && name !== 'content-length'),
    body: body.right,
  });
  await next();
  return undefined;
};
