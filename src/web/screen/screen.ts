import { Hono, type MiddlewareHandler } from 'hono';
import { bodyRejected, internalError, notFound, unsupportedType } from '../answers.ts';
import type { Env } from './env.ts';
import { guard } from './guard.ts';
import { changeMonth, listMonths } from './routes/months.tsx';
import { acknowledge, endRun, retryLines, signOff } from './routes/change-run.ts';
import { check } from './routes/check.tsx';
import { choose } from './routes/choose.tsx';
import { countDays, followCount } from './routes/count-days.tsx';
import { linesCsv, reportJson } from './routes/files.ts';
import { followRun } from './routes/follow-run.tsx';
import { listLines, showLine } from './routes/list-lines.tsx';
import { listRuns } from './routes/list-runs.tsx';
import { showCalendar } from './routes/show-calendar.tsx';
import { showLive } from './routes/show-live.tsx';
import { showRun } from './routes/show-run.tsx';
import { showStatement } from './routes/show-statement.tsx';
import { startRun } from './routes/start-run.ts';
import { screenPath } from './screen-path.ts';
import type { ScreenPorts } from './screen-ports.ts';
import * as E from 'fp-ts/lib/Either.js';
import { readBody } from '../read-body.ts';
import { isIP } from 'node:net';
import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * The historical sync screen, from a standard `Request` to a standard `Response`, wherever it is mounted. Everything is
 * rendered here; a script only follows a run at work. It never rejects.
 */
export const screen = (ports: ScreenPorts): ((request: Request) => Promise<Response>) => {
  const app = new Hono<Env>({ getPath: (request) => screenPath(new URL(request.url).pathname)?.path ?? '/nowhere' });
  app.use('*', compress);
  app.use('*', guard(ports));
  app.use('*', fromOwnPage);
  app.post('*', formBody);
  app
    .get('/', listRuns(ports))
    .get('/new', choose(ports))
    .get('/check', check(ports))
    .get('/live', showLive(ports))
    .get('/calendar', showCalendar(ports))
    .post('/calendar', countDays(ports))
    .get('/calendar/events', followCount(ports))
    .get('/months', listMonths(ports))
    .post('/months', changeMonth(ports))
    .post('/runs', startRun(ports))
    .get('/runs/:id', showRun(ports))
    .get('/runs/:id/events', followRun(ports))
    .get('/runs/:id/entries', listLines(ports))
    .get('/runs/:id/entry', showLine(ports))
    .get('/runs/:id/statement', showStatement(ports))
    .get('/runs/:id/entries.csv', linesCsv(ports))
    .get('/runs/:id/report.json', reportJson(ports))
    .post('/runs/:id/pause', endRun(ports, 'pause'))
    .post('/runs/:id/cancel', endRun(ports, 'cancel'))
    .post('/runs/:id/retry', retryLines(ports))
    .post('/runs/:id/acknowledge', acknowledge(ports))
    .post('/runs/:id/sign-off', signOff(ports))
    .notFound(() => notFound())
    .onError((defect, { req }) => {
      if ('getResponse' in defect && typeof defect.getResponse === 'function') return defect.getResponse();
      // Its message may hold what it tripped over.
      ports.log.error('a page failed by a defect of tax-nexus-sync; please report it', {
        method: req.method,
        defect: defect.name,
      });
      return internalError();
    });
  return async (request) => app.fetch(request);
};

/** Bytes, and milliseconds until the last of them. */
const limits = { maxBytes: 64 * 1024, timeout: 10_000 };

/** No other kind of body is read. */
const isForm = (request: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('content-type') ?? '');

/**
 * Reads the body of a form under a cap, however it comes: with a length, or in pieces, as proxies send it that stream. What
 * follows gets a standard request of it, because that of a server may not be made into another one.
 */
const formBody: MiddlewareHandler<Env> = async (visit, next) => {
  const { raw } = visit.req;
  if (!isForm(raw)) return unsupportedType();
  const body = await readBody(raw, limits);
  if (E.isLeft(body)) return bodyRejected(body.left);
  visit.req.raw = new Request(raw.url, {
    method: raw.method,
    headers: [...raw.headers].filter(([name]) => name !== 'transfer-encoding' && name !== 'content-length'),
    body: body.right,
  });
  await next();
  return undefined;
};

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A host that no one else's name can lead to: with a name, a page of that name's owner could pass for ours. */
const isUnborrowed = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname) !== 0;

/**
 * Whether a page of the screen sent a request. The browser says so itself, over https and on this machine. Where it says
 * nothing, `Origin` may only be compared with an address that is not a name: an attacker can make a
 * name lead here, and both it and `Host` are then that name.
 */
const isFromOwnPage = ({ headers, url }: Request): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const { origin, hostname } = new URL(url);
  return isUnborrowed(hostname) && headers.get('origin') === origin;
};

const message =
  'This form did not come from a page of the screen, or your browser does not say so. Open the screen over https in a current browser, and try again.';

/** Refuses forms that pages of other sites send. */
const fromOwnPage: MiddlewareHandler<Env> = async (visit, next) => {
  const { raw } = visit.req;
  if (!readsOnly.has(raw.method) && !isFromOwnPage(raw)) return visit.text(message, 403);
  await next();
  return undefined;
};

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
 * own stream compresses in another thread, and a sync database that reads meanwhile would hold up what comes back from there.
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
const compress: MiddlewareHandler<Env> = async (visit, next) => {
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
