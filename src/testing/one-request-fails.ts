/** Checks that a connector never returns fewer sales than there are when one of its requests fails. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isDeepStrictEqual } from 'node:util';
import type { SourceError } from '../domain/errors.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Page, SourceConnector, SourceResult, Window } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { type FailingPlatform, type Fault, failingPlatform } from './failing-platform.ts';
import { insist, type InterfacePromise, must, recordIdOf } from './read-everything.ts';
import { insistOnNoCanary } from './record-promises.ts';

/** The promise about a platform at which all requests but one work. */
export const oneRequestFailsPromise = (under: ConnectorUnderTest): InterfacePromise => ({
  sentence: 'returns an error where one request for a page or a record fails, and never the rest as if it were all',
  check: async () => {
    const platform = await failingPlatform(under);
    if (platform === undefined) return;
    try {
      await check(under, platform);
    } finally {
      await platform.stop();
    }
  },
});

const check = async (under: ConnectorUnderTest, platform: FailingPlatform): Promise<void> => {
  let struck = 0;
  const tried = new Set<string | undefined>();
  for (const part of await partsOf(platform, under)) {
    for (const at of placesIn(part.requests)) {
      const isTried = tried.has(part.requests[at]);
      tried.add(part.requests[at]);
      for (const fault of platform.faults.filter(({ isTriedAgain }) => isTriedAgain === true || !isTried)) {
        const connector = await opened(platform);
        platform.watch({ at, fault });
        const answer = await part.read(connector).catch(() => {
          throw new Error(`reading ${part.way} threw instead of returning an error`);
        });
        // A connector may make fewer requests the second time.
        const isStruck = platform.requests().length > at;
        platform.watch();
        if (!isStruck) continue;
        insistOnAllOrError(under, part, { at, fault }, answer);
        struck += 1;
      }
    }
  }
  insist(struck > 0, 'no request for a sale came by; the suite would prove nothing');
};

type Read = Page | O.Option<SourceResult>;

/** One read of a connector: its result if nothing fails, and the requests that it makes. */
interface Part {
  /** Each way of reading has its own code. */
  readonly way: 'the first page' | 'a later page' | 'a page of changes' | 'a record';
  readonly read: (connector: SourceConnector) => Promise<E.Either<SourceError, Read>>;
  readonly good: Read;
  readonly requests: readonly string[];
}

const mostRecords = 12;

const partsOf = async (platform: FailingPlatform, under: ConnectorUnderTest): Promise<readonly Part[]> => {
  const connector = await opened(platform);
  const sold = await partsOfWindows(platform, must('windows', await connector.windows(under.range)()));
  const changed = await partsOfWindows(platform, must('changes', await connector.changes(under.changed.interval)()));
  const records: Part[] = [];
  for (const id of (busiest(sold)?.good.results ?? []).slice(0, mostRecords).map(recordIdOf)) {
    const read = (again: SourceConnector): Promise<E.Either<SourceError, Read>> => again.readRecord(id)();
    records.push(await measured(platform, connector, { way: 'a record', read }));
  }
  const firsts = sold.filter(({ way }) => way === 'the first page');
  const later = sold.filter(({ way }) => way === 'a later page');
  return [firsts, later, changed, records].flatMap((parts) => busiest<Part>(parts) ?? []);
};

const opened = async ({ open }: FailingPlatform): Promise<SourceConnector> => {
  const connector = open();
  must('account', await connector.account());
  return connector;
};

/** Pages of one window: enough for a first and a later page with details. */
const mostPages = 8;

const partsOfWindows = async (
  platform: FailingPlatform,
  windows: readonly Window[],
): Promise<(Part & { good: Page })[]> => {
  const connector = await opened(platform);
  const pages: (Part & { good: Page })[] = [];
  for (const window of windows) {
    let count = 0;
    const measuredPages = pagesOf(async (from) => {
      const way = window.kind === 'changed' ? 'a page of changes' : O.isNone(from) ? 'the first page' : 'a later page';
      const read = (again: SourceConnector): Promise<E.Either<SourceError, Page>> => again.readPage(window, from)();
      const part = await measured(platform, connector, { way, read });
      return E.right({ part, next: part.good.next });
    });
    for await (const page of measuredPages) {
      const { part } = must(`reading a page of ${window.key}`, page);
      if (part.good.results.length > 0) pages.push(part);
      count += 1;
      if (count === mostPages) break;
    }
  }
  return pages;
};

const measured = async <A extends Read>(
  { watch, requests }: FailingPlatform,
  connector: SourceConnector,
  {
    way,
    read,
  }: { readonly way: Part['way']; readonly read: (from: SourceConnector) => Promise<E.Either<SourceError, A>> },
): Promise<Part & { readonly good: A }> => {
  watch();
  const good = must(`reading ${way}`, await read(connector));
  return { way, read, good, requests: [...requests()] };
};

/** The first read with the most requests, because it reads details. */
const busiest = <A extends Part>(parts: readonly A[]): A | undefined =>
  parts.reduce<A | undefined>(
    (most, part) => (most === undefined || part.requests.length > most.requests.length ? part : most),
    undefined,
  );

const mostPlaces = 12;

/**
 * The first request of each kind, and the last request. Only the address of a GET shows its kind, so every other request counts
 * as a kind.
 */
const placesIn = (requests: readonly string[]): readonly number[] => {
  const places = requests.map((request, at) => (request.startsWith('GET ') ? requests.indexOf(request) : at));
  return [...new Set([...[...new Set(places)].slice(0, mostPlaces), requests.length - 1])].filter((at) => at >= 0);
};

/** Requires an error, or the complete result after another attempt: the caller would take a shorter result for everything. */
const insistOnAllOrError = (
  under: ConnectorUnderTest,
  { way, good, requests }: Part,
  { at, fault }: { readonly at: number; readonly fault: Fault },
  answer: E.Either<SourceError, Read>,
): void => {
  const request = `request ${at + 1} of ${requests.length}${requests[at] === '' ? '' : ` (${requests[at]})`}`;
  const what = `${request} for ${way} ${fault.name}, and`;
  if (E.isLeft(answer)) {
    insistOnNoCanary(under.canaries, `an error of ${way}`, answer.left);
    insist(fault.becomes.includes(answer.left._tag), `${what} it became ${answer.left._tag}`);
    return;
  }
  insist(isDeepStrictEqual(answer.right, good), `${what} the rest was returned as if it were all`);
};
