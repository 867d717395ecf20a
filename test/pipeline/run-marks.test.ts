import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Run, RunStatus } from '../../src/domain/run.ts';
import type { StoreError, SyncStore } from '../../src/domain/sync-store.ts';
import type { Window } from '../../src/mapping/source-connector.ts';
import type { Stop } from '../../src/pipeline/progress.ts';
import {
  beginRun,
  listReadLately,
  markListRead,
  markRefused,
  type Marking,
  readOrKeepWindows,
  readRefusedMark,
  readStops,
  readStorefrontBegin,
  readStorefrontEnd,
  type StorefrontEnd,
  storefrontEndCommit,
} from '../../src/pipeline/run-marks.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aRequest } from '../support/a-report-line.ts';
import { left, right } from '../support/right.ts';

const storefronts = ['one', 'two', 'three'];
const noon = Date.UTC(2026, 2, 1, 12);
const hour = 60 * 60_000;
const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: '' };

const stop = (who: string, cause: Stop['cause'] = 'refused'): Stop => ({ who, cause, message: `${who} ended` });
const ofService = stop('service');

/** A run of three storefronts whose marks are noted in memory; `failing` has the commits that fail. */
const marking = async (request: Partial<Run> = {}) => {
  const inner = memoryStore();
  const fails: (window: string) => boolean = () => false;
  const state = { now: noon, fails };
  const commits: string[] = [];
  const store: SyncStore = {
    ...inner,
    commitPage: (page, at) => {
      const window = `${page.storefront}: ${page.checkpoint?.window ?? ''}`;
      if (state.fails(window)) return TE.left(broken);
      commits.push(window);
      return inner.commitPage(page, at);
    },
  };
  const opened = right(
    await inner.openRun(aRequest({ storefronts, ...request }), { id: 'run', at: '2026-03-01T09:00:00Z' })(),
  );
  const at: Marking = {
    store,
    run: opened,
    ports: { clock: { now: () => state.now, sleep: () => () => Promise.resolve() } },
  };
  const end = async (storefront: string) => right(await readStorefrontEnd(store, 'run', storefront));
  const ends = async () => [await end('one'), await end('two'), await end('three')];
  const refused = async () => {
    const marks = [];
    for (const storefront of storefronts) marks.push(right(await readRefusedMark(at, storefront)) !== null);
    return marks;
  };
  const setEnd = async (storefront: string, how: StorefrontEnd) =>
    right(await inner.commitPage(storefrontEndCommit('run', storefront, how), '2026-03-01T09:00:00Z')());
  const stopsWhen = async (status: RunStatus) => right(await readStops(store, { ...opened, status }));
  return { at, store, state, commits, ends, refused, setEnd, stopsWhen };
};

describe('how the storefronts of a run ended', () => {
  it('is open at first, then read, or why it ended', async () => {
    const { ends, setEnd } = await marking();
    await setEnd('two', 'read');
    await setEnd('three', stop('three', 'credentials'));
    expect(await ends()).toStrictEqual(['open', 'read', stop('three', 'credentials')]);
    await setEnd('two', 'stopped');
    expect(await ends()).toStrictEqual(['open', 'stopped', stop('three', 'credentials')]);
  });

  it.each(['{', '[]', '{"who":"one"}', '{"who":"one","cause":"weather","message":""}'])(
    'is open where the sync database has something else: %s',
    async (text) => {
      const { at, ends } = await marking();
      const commit = storefrontEndCommit('run', 'one', 'open');
      const checkpoint = { window: commit.checkpoint?.window ?? '', next: O.some(text) };
      right(await at.store.commitPage({ ...commit, checkpoint }, '2026-03-01T09:00:00Z')());
      expect(await ends()).toStrictEqual(['open', 'open', 'open']);
    },
  );

  it('names a service that stopped several once', async () => {
    const { setEnd, stopsWhen } = await marking();
    for (const storefront of storefronts) await setEnd(storefront, ofService);
    expect(await stopsWhen('stopped')).toStrictEqual([ofService]);
    for (const status of ['running', 'finished', 'paused'] as const) {
      expect(await stopsWhen(status)).toStrictEqual([]);
    }
    await setEnd('two', { ...ofService, message: 'another reason' });
    await setEnd('three', { ...ofService, who: 'three' });
    expect(await stopsWhen('stopped')).toHaveLength(3);
  });

  it('is opened again when the run is', async () => {
    const { at, ends, setEnd, commits } = await marking();
    await setEnd('two', 'read');
    await setEnd('three', stop('three'));
    right(await beginRun(at));
    expect(await ends()).toStrictEqual(['open', 'open', 'open']);
    expect(commits.filter((line) => line.includes('end'))).toStrictEqual([
      'two: end of storefront',
      'three: end of storefront',
    ]);
  });

  it('fails with the sync database', async () => {
    const { at } = await marking();
    const unreadable: Marking = { ...at, store: { ...at.store, readCheckpoint: () => TE.left(broken) } };
    expect(left(await beginRun(unreadable))).toBe(broken);
    expect(left(await readStops(unreadable.store, { ...at.run, status: 'stopped' }))).toBe(broken);
    expect(left(await listReadLately(unreadable))).toBe(broken);
    expect(left(await readRefusedMark(unreadable, 'one'))).toBe(broken);
    expect(left(await readStorefrontBegin(unreadable, 'one'))).toBe(broken);
  });
});

describe('the refused sales of a run', () => {
  it('are tried again where the service refused everything, and nowhere else', async () => {
    const after = async (end: Stop, request: Partial<Run> = {}) => {
      const { at, refused, setEnd } = await marking(request);
      await setEnd('two', end);
      right(await beginRun(at));
      return refused();
    };
    expect(await after(ofService)).toStrictEqual([true, true, true]);
    expect(await after(stop('one'))).toStrictEqual([false, false, false]);
    expect(await after(stop('service', 'no answer'))).toStrictEqual([false, false, false]);
    expect(await after(ofService, { dryRun: true })).toStrictEqual([false, false, false]);
  });

  it('are marked again when a run that ended so is opened again, before its ends are forgotten', async () => {
    const { at, refused, ends, setEnd, state } = await marking();
    await setEnd('one', ofService);
    state.fails = (window) => window.startsWith('two: refused');
    expect(left(await beginRun(at))).toBe(broken);
    expect(await ends()).toStrictEqual([ofService, 'open', 'open']);
    state.fails = () => false;
    right(await beginRun(at));
    expect([await refused(), await ends()]).toStrictEqual([
      [true, true, true],
      ['open', 'open', 'open'],
    ]);
    const other = await marking();
    await other.setEnd('one', stop('one'));
    await other.setEnd('two', 'read');
    right(await beginRun(other.at));
    expect(await other.refused()).toStrictEqual([false, false, false]);
  });

  it('are tried again from a position, until none is left', async () => {
    const { at } = await marking();
    const read = async () => right(await readRefusedMark(at, 'one'));
    expect(await read()).toBeNull();
    right(await markRefused(at, 'one', { after: O.none }));
    expect(await read()).toStrictEqual({ after: O.none });
    right(await markRefused(at, 'one', { after: O.some('7') }));
    expect(await read()).toStrictEqual({ after: O.some('7') });
    right(await markRefused(at, 'one', null));
    expect(await read()).toBeNull();
  });
});

describe('the begin of a run', () => {
  const windows: readonly Window[] = [
    { key: '2026-01', kind: 'sold', start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' },
  ];

  it('is when it was opened, until it is noted at a storefront', async () => {
    const { at } = await marking();
    expect(right(await readStorefrontBegin(at, 'one'))).toBe('2026-03-01T09:00:00Z');
    right(await beginRun(at));
    expect(right(await readStorefrontBegin(at, 'three'))).toBe('2026-03-01T12:00:00Z');
  });

  it('opens its storefronts and asks for their windows again', async () => {
    const { at, ends, setEnd } = await marking();
    const state = { asked: 0 };
    const ask = (): Promise<E.Either<never, readonly Window[]>> => {
      state.asked += 1;
      return Promise.resolve(E.right(windows));
    };
    const read = async () => right(await readOrKeepWindows(at, 'one', ask));
    expect([await read(), await read(), state.asked]).toStrictEqual([windows, windows, 1]);
    await setEnd('one', 'read');
    right(await beginRun(at));
    expect(await ends()).toStrictEqual(['open', 'open', 'open']);
    expect([await read(), state.asked]).toStrictEqual([windows, 2]);
  });

  it('keeps no windows that could not be read', async () => {
    const { at, state, commits } = await marking();
    expect(left(await readOrKeepWindows(at, 'one', () => Promise.resolve(E.left('no answer'))))).toBe('no answer');
    expect(commits).toStrictEqual([]);
    state.fails = () => true;
    expect(left(await readOrKeepWindows(at, 'one', () => Promise.resolve(E.right(windows))))).toBe(broken);
    const unreadable: Marking = { ...at, store: { ...at.store, readCheckpoint: () => TE.left(broken) } };
    expect(left(await readOrKeepWindows(unreadable, 'one', () => Promise.reject(new Error('asked'))))).toBe(broken);
  });

  it('fails with the sync database at each of its steps', async () => {
    for (const step of ['one: begin', 'two: windows', 'three: begin']) {
      const { at, state } = await marking();
      right(await readOrKeepWindows(at, 'two', () => Promise.resolve(E.right(windows))));
      state.fails = (window) => window.startsWith(step);
      expect(left(await beginRun(at))).toBe(broken);
    }
  });
});

describe('the list of the service', () => {
  it('counts as read for a day', async () => {
    const { at, state } = await marking();
    const readBy = async (now: number): Promise<'whole' | 'head' | null> => {
      state.now = now;
      return right(await listReadLately(at));
    };
    expect(await readBy(noon)).toBeNull();
    for (const part of ['whole', 'head'] as const) {
      state.now = noon;
      right(await markListRead(at, part));
      const moments = [noon, noon + 24 * hour - 1_000, noon + 24 * hour, noon - 1_000];
      const read: unknown[] = [];
      for (const moment of moments) read.push(await readBy(moment));
      // The last one is by a clock that was ahead.
      expect(read).toStrictEqual([part, part, null, null]);
    }
  });
});
