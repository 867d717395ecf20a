import { describe, expect, it } from '@jest/globals';
import { sales } from '../../support/a-sync.ts';
import { paired } from '../../support/size.ts';
import { aDialect, type DialectDifferences } from '../../support/dialects/dialect.ts';
import type { DialectWorld, Ran, Wire } from '../a-dialect-world.ts';
import { timesStored } from '../expectations.ts';
import { openWorlds } from '../open-worlds.ts';

const openWorld = openWorlds();
/** Ordinary sales: every one of them is refused for the same reason. */
const ordinary = sales(24, 1_001);
const all = ordinary.length;

/** Requests that may have been sent when it stops, those in progress included. */
const maxPosts = 20;

interface Case {
  readonly name: string;
  readonly dialect: DialectDifferences;
  /** What the message names. */
  readonly names: RegExp;
  /** The setting that makes it work, if there is one. */
  readonly cure?: Wire;
}

const setting = /service\.wire/;

const refusals: readonly Case[] = [
  {
    name: 'wants amounts as texts',
    dialect: { demands: { amounts: 'string' } },
    names: /service\.wire|total/,
    cure: { amounts: 'string' },
  },
  {
    name: 'wants amounts in minor units',
    dialect: { demands: { amounts: 'minorUnits' } },
    names: /service\.wire|total/,
    cure: { amounts: 'minorUnits' },
  },
  {
    name: 'wants another name for the moment of the sale',
    dialect: { demands: { names: { transactedAt: 'occurredAt' } } },
    names: /service\.wire|occurredAt/,
    cure: { names: { transactedAt: 'occurredAt' } },
  },
  {
    name: 'wants another name for the ZIP and takes no null',
    dialect: { demands: { names: { 'shipToAddress.zip': 'shipToAddress.postalCode' }, parts: 'no nulls' } },
    names: /service\.wire|shipToAddress/,
    cure: { names: { 'shipToAddress.zip': 'shipToAddress.postalCode' }, nulls: 'omit' },
  },
  {
    name: 'takes no null address part',
    dialect: { demands: { parts: 'no nulls' } },
    names: /service\.wire|shipToAddress/,
    cure: { nulls: 'omit' },
  },
  {
    name: 'takes no null address part and needs line1 and city',
    dialect: { demands: { parts: 'texts' } },
    names: /service\.wire|shipToAddress/,
    cure: { nulls: 'blank' },
  },
  {
    name: 'needs a constant field',
    dialect: { demands: { constants: { source: 'shop' } } },
    names: /service\.wire|source/,
    cure: { extra: { source: 'shop' } },
  },
  {
    name: 'needs a field of lines that we do not send',
    dialect: { demands: { refusedPath: 'lineItems.0.taxCode' } },
    names: /service\.wire|lineItems/,
  },
  {
    name: 'names paths in parts',
    dialect: { demands: { refusedPath: 'lineItems.0.amount' }, refusal: { form: 'paths in parts' } },
    names: /service\.wire|lineItems/,
  },
  {
    name: 'names paths in brackets and answers 400',
    dialect: { demands: { refusedPath: 'lineItems.0.amount' }, refusal: { form: 'brackets', status: 400 } },
    names: /service\.wire|lineItems/,
  },
  {
    name: 'names no path at all',
    dialect: { demands: { refusedPath: 'total' }, refusal: { form: 'code alone' } },
    names: setting,
  },
  { name: 'takes short names alone', dialect: { demands: { maxName: 10 } }, names: /service\.wire|\bname\b/ },
];

const lies: readonly Case[] = [
  { name: 'stores whole amounts', dialect: { distorts: ['whole amounts'] }, names: /total/ },
  { name: 'takes amounts for cents', dialect: { distorts: ['amounts as cents'] }, names: /total/ },
  { name: 'stores the state of the seller', dialect: { distorts: ['state of the seller'] }, names: /state/i },
  { name: 'stores the next day', dialect: { distorts: ['the next day'] }, names: /transactedAt|\bday\b/ },
  {
    name: 'stores whole amounts and answers 204',
    dialect: { distorts: ['whole amounts'], success: { status: 204, body: 'empty' } },
    names: /total/,
  },
  {
    name: 'stores whole amounts under numbers and answers the id',
    dialect: { distorts: ['whole amounts'], ids: 'own numbers', success: { status: 201, body: 'id' } },
    names: /total/,
  },
  {
    name: 'stores the state of the seller under ids of its own, answers 204 and never finds one',
    dialect: {
      distorts: ['state of the seller'],
      ids: 'own texts',
      success: { status: 204, body: 'empty' },
      single: 'always 404',
    },
    names: /state/i,
  },
];

const expectStopped = ({ status, report, texts, posts }: Ran, names: RegExp): void => {
  expect(status).not.toBe('finished');
  expect(report.failed).toBe(0);
  expect(posts).toBeLessThanOrEqual(maxPosts);
  expect(texts).toMatch(names);
};

const expectComplete = (world: DialectWorld, { status, isRight, report, texts }: Ran): void => {
  expect({ status, isRight, texts }).toMatchObject({ status: 'finished', isRight: true });
  expect(report.succeeded + report.alreadyPresent).toBe(all);
  expect(report.failed).toBe(0);
  expect(timesStored(world.service, ordinary)).toStrictEqual({ 1: all });
};

describe('a service that refuses every body', () => {
  it.each(paired([1, 4, 16], refusals).map(([concurrency, one]) => [one.name, concurrency, one] as const))(
    '%s, with %d requests at a time: the run stops, says why, keeps everything pending, and completes once it is repaired',
    async (_, concurrency, { dialect, names }) => {
      const world = await openWorld({ dialect: aDialect(dialect), sales: ordinary, concurrency });
      expectStopped(await world.run(), names);
      expectStopped(await world.run(), names);
      expect(world.service.journal).toHaveLength(0);
      world.service.become(aDialect());
      expectComplete(world, await world.run());
    },
  );
});

describe('the setting that a service needs', () => {
  it.each(refusals.filter(({ cure }) => cure !== undefined))(
    '$name: the same request completes once it is set',
    async ({ dialect, names, cure = {} }) => {
      const world = await openWorld({ dialect: aDialect(dialect), sales: ordinary });
      expectStopped(await world.run(), names);
      world.setWire(cure);
      const ran = await world.run();
      expectComplete(world, ran);
      expect(ran.differing).toBe(0);
    },
  );
});

describe('a service that stores something else than it was sent', () => {
  it.each(lies)('$name: nothing follows the first push, and the field is named', async ({ dialect, names }) => {
    const world = await openWorld({ dialect: aDialect(dialect), sales: ordinary, concurrency: 16 });
    const stopped = await world.run();
    expectStopped(stopped, names);
    expect(stopped.posts).toBe(1);
    expect(world.service.journal).toHaveLength(1);
    world.service.become({ ...world.service.dialect(), distorts: [] });
    expectComplete(world, await world.run());
  });
});
