/** The screen: the route and right of every page and form, protection against forged forms, and compression. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { Hono, type MiddlewareHandler } from 'hono';
import { TaxNexusError } from '../../operations/tax-nexus-error.ts';
import { bodyRejected, internalError, notFound, unsupportedType } from '../answers.ts';
import { isFromOwnPage } from '../own-page.ts';
import type { Env } from './page.tsx';
import { guard, requiring } from './guard.ts';
import { listHelp, showHelp } from './routes/help.tsx';
import { countDays, followCount, showCalendar } from './routes/calendar.tsx';
import { acknowledge, endRun, retryLines, signOff, startRun } from './routes/change-run.ts';
import { linesCsv, listLines, reportJson } from './routes/lines.tsx';
import { listRuns } from './routes/activity.tsx';
import { listSales } from './routes/sales.tsx';
import { showHome } from './routes/home.tsx';
import { showDecided } from './routes/decided.tsx';
import { changeNeedsYou, followBatch, previewDecision, showNeedsYou } from './routes/needs-you.tsx';
import { changeMonth, listMonths } from './routes/months.tsx';
import { showSetting } from './routes/setting.tsx';
import { importFile, importLimits, showImport } from './routes/import.tsx';
import { check, newSync } from './routes/new-sync.tsx';
import { changeOpeningBalances, listOpeningBalances } from './routes/opening-balances.tsx';
import { changeRegistration, showNexusOf } from './routes/nexus-state.tsx';
import { listNexus } from './routes/nexus.tsx';
import { showLine } from './routes/show-line.tsx';
import { showLive } from './routes/show-live.tsx';
import { followRun, showRun } from './routes/show-run.tsx';
import { downloadExport } from './routes/export.tsx';
import { showPeriod } from './routes/show-period.tsx';
import { showStatement } from './routes/show-statement.tsx';
import { showTieOut } from './routes/tie-out.tsx';
import { isForm, readFormBody, withBody } from './repeat-form.tsx';
import { sendFailure } from './responses.tsx';
import { screenPath } from './links.ts';
import { forViewer } from './viewer.ts';
import type { ScreenPorts } from './screen-ports.ts';

export const screenApp = (ports: ScreenPorts): Hono<Env> => {
  const app = new Hono<Env>({ getPath: (request) => screenPath(new URL(request.url).pathname)?.path ?? '/nowhere' });
  app.use('*', compress);
  app.use('*', guard(ports));
  app.use('*', fromOwnPage);
  app.post('*', formBody);
  app
    .get('/', requiring('view', showHome))
    .get('/sales', requiring('view', listSales))
    .get('/activity', requiring('view', listRuns))
    .get('/new', requiring('operate', newSync))
    .get('/check', requiring('operate', check))
    .get('/import', requiring('operate', showImport))
    .post('/import', requiring('operate', importFile))
    .get('/live', requiring('view', showLive))
    .get('/calendar', requiring('view', showCalendar))
    .post('/calendar', requiring('operate', countDays))
    .get('/calendar/events', requiring('view', followCount))
    .get('/tie-out', requiring('operate', showTieOut))
    .get('/needs-you', requiring('view', showNeedsYou))
    .get('/needs-you/events', requiring('view', followBatch))
    .get('/needs-you/decided', requiring('view', showDecided))
    .get('/needs-you/decide', requiring('approve', previewDecision))
    .get('/needs-you/setting', requiring('operate', showSetting))
    .post('/needs-you', requiring('view', changeNeedsYou))
    .get('/months', requiring('view', listMonths))
    .get('/period', requiring('view', showPeriod))
    .get('/export', requiring('view', downloadExport))
    .get('/nexus', requiring('view', listNexus))
    .get('/nexus/:state', requiring('view', showNexusOf))
    .post('/nexus/:state', requiring('approve', changeRegistration))
    .get('/opening-balances', requiring('view', listOpeningBalances))
    .post('/opening-balances', requiring('approve', changeOpeningBalances))
    .get('/help', requiring('view', listHelp))
    .get('/help/:reason', requiring('view', showHelp))
    .post('/months', requiring('approve', changeMonth))
    .post('/runs', requiring('operate', startRun))
    .get('/runs/:id', requiring('view', showRun()))
    .get('/runs/:id/events', requiring('view', followRun))
    .get('/runs/:id/lines', requiring('view', listLines))
    .get('/runs/:id/line', requiring('view', showLine))
    .get('/runs/:id/statement', requiring('view', showStatement))
    .get('/runs/:id/lines.csv', requiring('view', linesCsv))
    .get('/runs/:id/report.json', requiring('view', reportJson))
    .post('/runs/:id/pause', requiring('operate', endRun('pause')))
    .post('/runs/:id/cancel', requiring('operate', endRun('cancel')))
    .get('/runs/:id/needs', requiring('view', showRun('needs')))
    .get('/runs/:id/sums', requiring('view', showRun('sums')))
    .get('/runs/:id/sign-off', requiring('view', showRun('sign-off')))
    .post('/runs/:id/retry', requiring('operate', retryLines))
    .post('/runs/:id/acknowledge', requiring('approve', acknowledge))
    .post('/runs/:id/sign-off', requiring('approve', signOff))
    .notFound(() => notFound())
    .onError((defect, context) => {
      if (defect instanceof TaxNexusError) return sendFailure(context, defect);
      if ('getResponse' in defect && typeof defect.getResponse === 'function') return defect.getResponse();
      // The message of the error may hold personal data.
      ports.log.error('A page failed because of a bug in tax-nexus-sync. Please report it.', {
        method: context.req.method,
        defect: defect.name,
      });
      return internalError();
    });
  return app;
};

/**
 * From a standard `Request` to a standard `Response`, at any mount path. Pages are rendered on the server; scripts follow a run,
 * handle keys, and in a frame carry tokens. It never rejects.
 */
export const screen = (ports: ScreenPorts): ((request: Request) => Promise<Response>) => {
  const app = screenApp(ports);
  return async (request) => forViewer(request.headers.get('accept-language'), async () => app.fetch(request));
};

/** Reads the body of a form under a limit. */
const formBody: MiddlewareHandler<Env> = async (context, next) => {
  const { raw } = context.req;
  if (!isForm(raw)) return unsupportedType();
  const body = await readFormBody(raw, context.req.path === '/import' ? importLimits : undefined);
  if (E.isLeft(body)) return bodyRejected(body.left);
  context.req.raw = withBody(raw, body.right);
  await next();
  return undefined;
};

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

const message =
  'This form was not sent from a page of the screen, or your browser does not say so. Open the screen over https in a current browser, then try again.';

const fromOwnPage: MiddlewareHandler<Env> = async (context, next) => {
  const { raw } = context.req;
  if (!readsOnly.has(raw.method) && !isFromOwnPage(raw, context.var.page.frame !== null))
    return context.text(message, 403);
  await next();
  return undefined;
};

/** Pages and files, but not events, which must arrive one by one. */
const compressible = /^(text\/(html|csv)|application\/json)\b/;

/** A coding with the weight 0 is not accepted. */
const acceptsGzip = (accepted: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(/\s/g, '').split(';'))
    .some(([coding, ...parameters]) => coding === 'gzip' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));

/** Responses to other sites stay uncompressed: the length of a compressed response would reveal something about its content. */
const mayCompress = (headers: Headers): boolean =>
  acceptsGzip(headers.get('accept-encoding') ?? '') && headers.get('sec-fetch-site') !== 'cross-site';

/** RFC 1952: deflated, no name, no time, unknown system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * It flushes every part, so that the head of a page does not wait for its content. Node's own stream compresses in another
 * thread, and its output would wait while the sync database blocks this one.
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

/** Compresses pages to a tenth, unless the host did so already. */
const compress: MiddlewareHandler<Env> = async (context, next) => {
  await next();
  const { res, req } = context;
  const isCompressible =
    compressible.test(res.headers.get('content-type') ?? '') && !res.headers.has('content-encoding');
  if (!isCompressible) return;
  res.headers.append('vary', 'accept-encoding, sec-fetch-site');
  if (res.body === null || !mayCompress(req.raw.headers)) return;
  context.res = new Response(res.body.pipeThrough(gzip()), res);
  context.res.headers.delete('content-length');
  context.res.headers.set('content-encoding', 'gzip');
};
