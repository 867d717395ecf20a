import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { down, page, withState } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import { type CheckedPart, CheckPage } from '../pages/check-page.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';
import { chooseAgain } from './choose.tsx';

const checkStorefront = async (ports: ScreenPorts, subject: string): Promise<CheckedPart> => {
  const readiness = await ports.connectorOf(subject)?.check();
  if (readiness === undefined || E.isLeft(readiness)) {
    const text = readiness === undefined ? 'It is no longer configured.' : readiness.left.message;
    return { subject, findings: [{ level: 'stops', subject: 'access', message: text }], records: null };
  }
  const { findings, records } = readiness.right;
  return { subject, findings, records: O.toNullable(records) };
};

const checkService = async ({ checkService: ask }: ScreenState): Promise<CheckedPart> => ({
  subject: 'Tax Nexus Service',
  findings: [await ask()],
  records: null,
});

/** `GET /check`: whether a run of these storefronts and days can begin. */
export const check = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, state) => {
    const chosen = visit.req.queries('storefront') ?? [];
    const storefronts = ports.storefronts().filter((name) => chosen.includes(name));
    if (storefronts.length === 0) return chooseAgain(ports, visit, 'Choose at least one storefront.');
    const range = parseDateRange(visit.req.query('from') ?? '', visit.req.query('to') ?? '');
    if (E.isLeft(range)) return chooseAgain(ports, visit, `The days cannot be read: ${range.left}.`);
    const closed = await state.reviews.closedPeriods();
    if (E.isLeft(closed)) return down(visit, closed.left);
    const checked = await Promise.all([
      checkService(state),
      ...storefronts.map((name) => checkStorefront(ports, name)),
    ]);
    return page(
      visit,
      <CheckPage
        at={visit.var.at}
        storefronts={storefronts}
        {...range.right}
        checked={checked}
        requestsPerMinute={state.requestsPerMinute}
        closed={closedPeriodsWithin(range.right, closed.right)}
      />,
    );
  });
