import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import type { SyncPorts } from '../../../src/pipeline/ports.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { right } from '../../support/right.ts';
import { runsOnWorkers } from '../../support/runs-on-workers.ts';

const postgres = aPostgres();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ shop: { orders: 12 }, stripe: { sales: 4 } });
});
afterAll(async () => sandbox.stop());

/** The same shop, but that its windows end tomorrow, and that the first sale of all is made later. */
const unfinished = (shop: SourceConnector, state: { isMade: boolean; withheld: string }): SourceConnector => {
  const windows = new Map<string, Window>();
  return {
    ...shop,
    windows: (range) =>
      pipe(
        shop.windows(range),
        TE.map((all) =>
          all.map((window) => {
            windows.set(window.key, window);
            return { ...window, end: instantOfMilliseconds(Date.now() + 24 * 60 * 60_000) };
          }),
        ),
      ),
    readPage: (window, from) =>
      pipe(
        shop.readPage(windows.get(window.key) ?? window, from),
        TE.map((page) => {
          if (state.withheld === '') {
            const first = page.results.find(E.isRight);
            state.withheld = first?.right.identity.recordId ?? '';
          }
          const isMade = (id: string): boolean => state.isMade || id !== state.withheld;
          return {
            ...page,
            results: page.results.filter((one) => E.isLeft(one) || isMade(one.right.identity.recordId)),
          };
        }),
      ),
  };
};

it('a resumed run on workers reads an open window again, and sends later sales once', async () => {
  const refused: SourceError = { _tag: 'SourceCredentialsRefused', message: 'the key was withdrawn' };
  const state = { isMade: false, withheld: '' };
  const change = (ports: SyncPorts): SyncPorts => {
    const storefronts = Object.entries(ports.storefronts).map(([name, storefront]) => {
      const { connector } = storefront;
      const account = pipe(
        TE.fromIOEither(() => (state.isMade ? E.right(undefined) : E.left(refused))),
        TE.chain(() => connector.account),
      );
      const changed = connector.platform === 'shopify' ? unfinished(connector, state) : { ...connector, account };
      return [name, { ...storefront, connector: changed }] as const;
    });
    return { ...ports, storefronts: Object.fromEntries(storefronts) };
  };
  const store = await postgres().newDatabase();
  const { follow, newest, startWorker, close } = await runsOnWorkers(sandbox.configuration, store, change);
  const stopWorker = await startWorker();
  expect(right(await follow())).toMatchObject({ status: 'stopped' });
  const ids = (): readonly (string | undefined)[] => sandbox.taxService.journal().map(({ id }) => id.split(':')[2]);
  const before = ids();
  expect(before).not.toContain(state.withheld);

  // Gone on with within a second it would be one with its beginning.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  state.isMade = true;
  const first = O.fromNullable(await newest());
  const run = right(await follow());
  expect(O.some(run.id)).toStrictEqual(O.map(({ id }: { readonly id: string }) => id)(first));
  expect(run).toMatchObject({ status: 'finished' });
  expect(ids().filter((id) => id === state.withheld)).toHaveLength(1);
  expect(new Set(ids()).size).toBe(ids().length);
  await stopWorker();
  await close();
}, 120_000);
