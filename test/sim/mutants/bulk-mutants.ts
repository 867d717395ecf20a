import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { HttpAnswer } from '../../../connectors/shopify/client/send.ts';
import type { Cursor, Page, SourceConnector } from '../../../src/mapping/source-connector.ts';
import type { Tools } from '../app/alterations.ts';
import type { Mutant } from './mutant.ts';

const isAtWork = (cursor: O.Option<Cursor>): boolean => O.isSome(cursor) && cursor.value.includes('"operation":"gid:');
const isBegun = (cursor: O.Option<Cursor>): boolean =>
  isAtWork(cursor) && !JSON.stringify(cursor).includes('offset\\":0,');
const isAgain = (cursor: O.Option<Cursor>): boolean =>
  O.isSome(cursor) && (cursor.value.includes('"operation":null') || !cursor.value.includes('"operation"'));

const onPages =
  (change: (page: Page, from: O.Option<Cursor>) => Page) =>
  (connector: SourceConnector): SourceConnector => ({
    ...connector,
    readPage: (window, from) => TE.map((page: Page) => change(page, from))(connector.readPage(window, from)),
  });

/** Resuming a result in the middle starts one order too late. */
const oneTooLate = (connector: SourceConnector): SourceConnector => {
  const windows = new Set<string>();
  return {
    ...connector,
    readPage: (window, from) =>
      TE.map((page: Page) => {
        const isResumed = !windows.has(window.key) && isBegun(from);
        windows.add(window.key);
        return isResumed ? { ...page, results: page.results.slice(1) } : page;
      })(connector.readPage(window, from)),
  };
};

/** The first known operation is used for every window. */
const oneForAll = (connector: SourceConnector): SourceConnector => {
  let known: string | undefined;
  return onPages((page) => {
    const [operation] = O.isSome(page.next) ? (/"operation":"gid:[^"]+"/.exec(page.next.value) ?? []) : [];
    known ??= operation;
    const shared = known;
    return operation === undefined || shared === undefined
      ? page
      : { ...page, next: O.map((cursor: Cursor) => cursor.replace(operation, shared))(page.next) };
  })(connector);
};

const operationIn = (text: string): string => /gid:\/\/shopify\/BulkOperation\/\d+/.exec(text)?.[0] ?? '';

/** A waiting process never polls its operation: only the webhook ends the wait. */
const onlyPushed = (connector: SourceConnector, { clock }: Tools): SourceConnector => {
  const pushed = new Set<string>();
  return {
    ...connector,
    receiveWebhook: (request) => {
      pushed.add(operationIn(Buffer.from(request.body).toString()));
      return connector.receiveWebhook(request);
    },
    readPage: (window, from) => {
      const isWaiting = isAtWork(from) && !isBegun(from) && !pushed.has(operationIn(JSON.stringify(from)));
      if (!isWaiting) return connector.readPage(window, from);
      return async () => {
        await clock.sleep(10_000)();
        return E.right({ results: [], next: from });
      };
    },
  };
};

const asWhole = (answer: HttpAnswer): HttpAnswer => {
  const [, address] = /"status":"FAILED".*"partialDataUrl":("[^"]*")/.exec(answer.body) ?? [];
  return address === undefined
    ? answer
    : {
        ...answer,
        body: answer.body
          .replace('"status":"FAILED"', '"status":"COMPLETED"')
          .replace('"url":null', `"url":${address}`),
      };
};

/** Mistakes in how the results of bulk operations are read. */
export const bulkMutants: readonly Mutant[] = [
  {
    name: 'a result that is cut short is taken for whole',
    alter: {
      connector: onPages((page, from) => (isAtWork(from) && isAgain(page.next) ? { ...page, next: O.none } : page)),
    },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'a result is taken up one order too late',
    alter: { connector: oneTooLate },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'windows side by side share an operation',
    alter: { connector: oneForAll },
    foundBy: ['lost', 'report does not add up'],
  },
  {
    name: 'only the webhook says that an operation is over',
    alter: { connector: onlyPushed },
    foundBy: ['never settled'],
  },
  {
    name: 'what a failed operation left behind is its result',
    alter: { shopify: (send) => async (request) => asWhole(await send(request)) },
    foundBy: ['lost', 'report does not add up'],
  },
];
