import { Hono } from 'hono';
import { notFound, ownDefect } from '../answers.ts';
import { compress } from './compress.ts';
import type { Env } from './env.ts';
import { formBody } from './form-body.ts';
import { fromOwnPage } from './from-own-page.ts';
import { guard } from './guard.ts';
import { changeMonth, listMonths } from './routes/months.tsx';
import { acknowledge, endRun, retryEntries, signOff } from './routes/change-run.ts';
import { check } from './routes/check.tsx';
import { choose } from './routes/choose.tsx';
import { countDays, followCount } from './routes/count-days.tsx';
import { entriesCsv, reportJson } from './routes/files.ts';
import { followRun } from './routes/follow-run.tsx';
import { listEntries, showEntry } from './routes/list-entries.tsx';
import { listRuns } from './routes/list-runs.tsx';
import { showCalendar } from './routes/show-calendar.tsx';
import { showLive } from './routes/show-live.tsx';
import { showRun } from './routes/show-run.tsx';
import { showStatement } from './routes/show-statement.tsx';
import { startRun } from './routes/start-run.ts';
import { screenPath } from './screen-path.ts';
import type { ScreenPorts } from './screen-ports.ts';

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
    .get('/runs/:id/entries', listEntries(ports))
    .get('/runs/:id/entry', showEntry(ports))
    .get('/runs/:id/statement', showStatement(ports))
    .get('/runs/:id/entries.csv', entriesCsv(ports))
    .get('/runs/:id/report.json', reportJson(ports))
    .post('/runs/:id/pause', endRun(ports, 'pause'))
    .post('/runs/:id/cancel', endRun(ports, 'cancel'))
    .post('/runs/:id/retry', retryEntries(ports))
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
      return ownDefect();
    });
  return async (request) => app.fetch(request);
};
