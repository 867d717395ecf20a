import { describe, expect, it } from '@jest/globals';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { DialectReply } from '../../support/dialects/dialect-reply.ts';
import type { DialectDifferences } from '../../support/dialects/dialect.ts';
import { aDialect } from '../../support/dialects/dialect.ts';
import type { Oddity } from '../../support/dialects/oddity.ts';
import { paired, sized } from '../../support/size.ts';
import { expectFinished, timesStored } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';
import { theSales } from '../the-sales.ts';

const openWorld = openWorlds();
const all = theSales.length;

const someSales = 40;
const recordIdOf = (number: number): string => String(7_000_000 + number);

const manySales = (): readonly Sale[] =>
  theSales.slice(0, 1).flatMap((ordinary) =>
    Array.from({ length: someSales }, (_, index) => ({
      ...ordinary,
      identity: { ...ordinary.identity, recordId: recordIdOf(index), number: `#${7_000 + index}` },
    })),
  );

const reply = (status: number, headers: Readonly<Record<string, string>> = {}): DialectReply => ({
  status,
  text: status === 0 ? '' : '{"message": "try again"}',
  headers: { 'content-type': 'application/json', ...headers },
});

const allAnswers: readonly (readonly [string, DialectReply])[] = [
  ['500', reply(500)],
  ['503 with Retry-After', reply(503, { 'retry-after': '30' })],
  ['a broken connection', reply(0)],
  ['429', reply(429)],
  ['429 with Retry-After: 1', reply(429, { 'retry-after': '1' })],
  ['429 with Retry-After: 0', reply(429, { 'retry-after': '0' })],
  ['429 with Retry-After: 600', reply(429, { 'retry-after': '600' })],
];
const answers = sized({ quick: allAnswers.slice(1, 3), all: allAnswers });

const services: readonly (readonly [string, DialectDifferences])[] = [
  ['keeps our ids', {}],
  ['assigns ids and refuses equal names', { ids: 'own texts' }],
];

/** A service that answers some pushes so, by their number from 1, and does not store them. */
const outage = (answer: DialectReply, isOut: (number: number) => boolean): Oddity => ({
  name: 'an outage',
  withhold: (_text, number) => (isOut(number) ? answer : undefined),
});

describe('a service that answers each push with a failure', () => {
  it.each(
    paired(services, answers).map(
      ([[service, differences], [name, answer]]) => [name, service, differences, answer] as const,
    ),
  )('%s: the run stops within 20 POSTs and says what to do (it %s)', async (_name, _service, differences, answer) => {
    const state = { isOut: true };
    const oddities = [outage(answer, () => state.isOut)];
    const world = await openWorld({ dialect: aDialect(differences), oddities, concurrency: 16 });
    const first = await world.run();
    state.isOut = false;
    const second = await world.run();
    expectFinished(second);
    // Sales of a page that was left before the run stopped have failed, and are for `tax-nexus retry`.
    expect(second.report.succeeded).toBe(all - first.report.failed);
    expect(timesStored(world.service)).not.toHaveProperty('2');
    expect(first.report.failed).toBeLessThanOrEqual(8);
    expect(first.texts).toMatch(/run again later/i);
    expect(first.posts).toBeLessThanOrEqual(20);
  });
});

describe('a service that stops answering after ten pushes, for a while', () => {
  it.each(
    paired(services, answers).map(
      ([[service, differences], [name, answer]]) => [name, service, differences, answer] as const,
    ),
  )(
    '%s: the run waits, goes on by itself, and stores each sale once (it %s)',
    async (_name, _service, differences, answer) => {
      const failing = 12;
      const oddities = [outage(answer, (number) => number > 10 && number <= 10 + failing)];
      const world = await openWorld({ dialect: aDialect(differences), oddities, concurrency: 16 });
      const ran = await world.run();
      expectFinished(ran);
      expect(ran.report).toMatchObject({ succeeded: all, failed: 0 });
      expect(timesStored(world.service)).toStrictEqual({ 1: all });
      expect(ran.posts).toBe(all + failing);
    },
  );

  it.each([1, 5, 12])('keeps no other sale waiting for %d that the service never takes', async (count) => {
    const failing = Array.from({ length: count }, (_, index) => recordIdOf(1 + 3 * index));
    const isFailing = (text: string): boolean => failing.some((id) => text.includes(id));
    const oddities = [{ name: 'some fail', withhold: (text: string) => (isFailing(text) ? reply(500) : undefined) }];
    const world = await openWorld({ dialect: aDialect({}), oddities, sales: manySales(), concurrency: 16 });
    const ran = await world.run();
    expectFinished(ran);
    expect(ran.report).toMatchObject({ succeeded: someSales - count, failed: count });
  });
});

describe('a service that takes one request a minute, and does not say so', () => {
  it('refuses seven POSTs at most for each that it takes, and the run ends well', async () => {
    let next = 0;
    const state = { now: (): number => 0 };
    const oddities: Oddity[] = [
      {
        name: 'one a minute',
        withhold: () => {
          if (state.now() < next) return reply(429);
          next = state.now() + 60_000;
          return undefined;
        },
      },
    ];
    const world = await openWorld({ dialect: aDialect({}), oddities, concurrency: 16 });
    state.now = world.clock.now;
    const ran = await world.run();
    expectFinished(ran);
    expect(timesStored(world.service)).toStrictEqual({ 1: all });
    expect(ran.posts).toBeLessThanOrEqual(8 * all);
  });
});
