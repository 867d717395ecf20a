import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { containedConnector } from '../../src/app/plugin/storefront-table.ts';
import type { Account, SourceConnector } from '../../src/mapping/source-connector.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const fail = (): never => {
  throw new TypeError('canary: what a record holds');
};
const reject = (): Promise<never> => Promise.reject(new TypeError('canary: what a record holds'));

const window = { key: 'all', kind: 'sold' as const, start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' };
const request = { body: new Uint8Array(), headers: {}, receivedAt: '2026-01-01T00:00:00Z' };

/** Every question that the pipeline and the live worker ask, in turn. */
const askEverything = async (connector: SourceConnector): Promise<readonly E.Either<unknown, unknown>[]> => [
  await connector.check(),
  await connector.account(),
  await connector.windows({ from: '2026-01-01', to: '2026-01-31' })(),
  await connector.changes(window)(),
  await connector.readPage(window, O.none)(),
  await connector.readRecord('1001')(),
  await (connector.locations ?? TE.left('none'))(),
  connector.receiveWebhook(request),
  connector.receiveVerified?.({ topic: 'orders/updated', deliveryId: '1', payload: {} }) ?? E.right(undefined),
];

describe('a connector of another author', () => {
  it.each([
    ['throws', fail, fail],
    ['gives a question that throws', () => fail, fail],
    ['gives a question that rejects', () => reject, reject],
    ['is not there', undefined, undefined],
  ])('whose every step %s, answers each question with a failure that repeats nothing', async (_, step, question) => {
    const steps = { windows: step, changes: step, readPage: step, readRecord: step };
    const questions = {
      check: question,
      account: question,
      locations: question,
      receiveWebhook: fail,
      receiveVerified: fail,
    };
    const broken = { ...scriptedConnector({ pages: [] }), ...steps, ...questions } as unknown as SourceConnector;
    const answers = await askEverything(containedConnector(broken));
    expect(answers.every(E.isLeft)).toBe(true);
    expect(answers).toHaveLength(9);
    expect(JSON.stringify(answers)).not.toContain('canary');
  });

  it('may be an instance of a class', async () => {
    const { check, windows, changes, readPage, readRecord, receiveWebhook } = scriptedConnector({ pages: [] });
    class Ledger implements SourceConnector {
      readonly platform = 'ledger';
      readonly subscriptions = O.none;
      readonly #owner: Account = { id: '7', name: 'Ledger', timeZone: 'UTC' };
      account = (): ReturnType<SourceConnector['account']> => TE.right(this.#owner)();
      check = check;
      windows(...given: Parameters<SourceConnector['windows']>): ReturnType<SourceConnector['windows']> {
        return this.#owner.id === '7' ? windows(...given) : TE.right([]);
      }
      changes = changes;
      readPage = readPage;
      readRecord = readRecord;
      receiveWebhook = receiveWebhook;
    }
    const contained = containedConnector(new Ledger());
    const range = { from: '2026-01-01', to: '2026-01-31' };
    expect(await contained.windows(range)()).toMatchObject({ right: [{ key: '2026-01-01..2026-01-31' }] });
    expect(await contained.account()).toMatchObject({ right: { id: '7' } });
  });
});
