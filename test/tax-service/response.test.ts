import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { toFound, toPage, toPushReply } from '../../src/tax-service/response.ts';
import { aBody, aWire } from '../support/a-body.ts';
import { left, right } from '../support/right.ts';

const now = Date.UTC(2026, 3, 1);
const answer = (status: number, body = '', retryAfter?: string) => ({ status, body, retryAfter });
const reply = (status: number, body?: string, retryAfter?: string) =>
  toPushReply(now, aBody())(answer(status, body, retryAfter));

describe('the answer to a push', () => {
  it('200 with our transaction is accepted', () => {
    expect(reply(200, aBody())).toEqual({ _tag: 'Accepted' });
  });

  it('200 with our id alone is accepted: what is left out contradicts nothing', () => {
    expect(reply(200, JSON.stringify({ id: aWire().id }))).toEqual({ _tag: 'Accepted' });
  });

  it.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['a page for people', '<html>ok</html>'],
    ['a truncated answer', aBody().slice(0, 50)],
    ['null', 'null'],
    ['a list', '[]'],
    ['another id', JSON.stringify(aWire({ id: 'other' }))],
    ['our id and other amounts', JSON.stringify(aWire({ taxCollected: 1 }))],
    [
      'our id and another state',
      JSON.stringify({ ...aWire(), shipToAddress: { ...aWire().shipToAddress, state: 'NV' } }),
    ],
  ])('200 with %s is unclear', (_, body) => {
    expect(reply(200, body)._tag).toBe('Unclear');
  });

  it.each([
    [201, 'Unclear'],
    [204, 'Unclear'],
    [301, 'Misdirected'],
    [308, 'Misdirected'],
    [400, 'Refused'],
    [401, 'CredentialsRefused'],
    [403, 'CredentialsRefused'],
    [404, 'Misdirected'],
    [405, 'Misdirected'],
    [408, 'SlowDown'],
    [409, 'Exists'],
    [413, 'Refused'],
    [422, 'Refused'],
    [425, 'SlowDown'],
    [429, 'SlowDown'],
    [500, 'Unclear'],
    [502, 'Unclear'],
    [503, 'Unclear'],
    [599, 'Unclear'],
  ] as const)('%i is %s', (status, tag) => {
    expect(reply(status)._tag).toBe(tag);
  });

  it('429 says how long to wait, when the service does', () => {
    expect(reply(429, '', '7')).toEqual({ _tag: 'SlowDown', retryAfterMs: 7_000 });
    expect(reply(429)).toEqual({ _tag: 'SlowDown', retryAfterMs: null });
  });

  it('503 with a time to come back stays unclear and carries the pause', () => {
    expect(reply(503, '', '7')).toMatchObject({ _tag: 'Unclear', retryAfterMs: 7_000 });
  });

  it('a refusal shows its code and the paths of the interface, and nothing else', () => {
    const issues = [
      { path: ['shipToAddress', 'zip'], message: 'must not be 94607' },
      { path: 'lineItems[0].amount', message: 'x' },
      { path: '$.taxCollected' },
      { path: ['1 CANARY_ADDR Street'] },
      { path: 'CANARY' },
    ];
    const body = JSON.stringify({ code: 'VALIDATION_FAILED', message: 'CANARY', issues });
    expect(reply(422, body)).toEqual({
      _tag: 'Refused',
      message:
        'the Tax Nexus Service answered 422 (VALIDATION_FAILED: shipToAddress.zip, lineItems.0.amount, taxCollected)',
    });
  });

  it.each(['"a string"', '{"code":5,"issues":"none"}', '{"issues":[null]}', '<html>', '{"code":"OAKLAND"}'])(
    'a refusal that says %s is told by its status',
    (body) => {
      expect(reply(400, body)).toEqual({ _tag: 'Refused', message: 'the Tax Nexus Service answered 400' });
    },
  );

  it('never throws and never echoes, whatever comes', () => {
    const anyAnswer = fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      body: fc.oneof(fc.string(), fc.json(), fc.constant(aBody().replace('Oakland', 'Fresno'))),
      retryAfter: fc.option(fc.string(), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyAnswer, (any) => {
        const said = JSON.stringify([
          toPushReply(now, aBody())(any),
          toFound(now, 'x')({ ...any, status: any.status === 200 ? 500 : any.status }),
        ]);
        expect(said).not.toMatch(/CANARY|Oakland|Fresno|94607/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the answer to a question', () => {
  it('is the transaction, or that there is none', () => {
    expect(right(toFound(now, 'a')(answer(200, '{"id":"a"}')))).toEqual(O.some({ id: 'a' }));
    expect(right(toFound(now, 'a')(answer(404, '<html>')))).toEqual(O.none);
  });

  it.each([
    [200, '{"id":"b"}'],
    [200, '{}'],
    [200, ''],
    [400, ''],
    [409, ''],
    [500, ''],
  ])('%i %s is unclear', (status, body) => {
    expect(left(toFound(now, 'a')(answer(status, body)))._tag).toBe('Unclear');
  });
});

describe('the answer to a list', () => {
  const page = (status: number, body: string, cursor: O.Option<string> = O.none) =>
    toPage(now, cursor)(answer(status, body));

  it('is a page and where to go on', () => {
    expect(right(page(200, '{"data":[{"id":"a","name":"A","tax":1}],"nextCursor":"n"}'))).toEqual({
      transactions: [{ id: 'a', name: 'A', tax: 1 }],
      next: O.some('n'),
    });
  });

  it.each(['{"data":[],"nextCursor":null}', '{"data":[]}', '{"data":[],"nextCursor":""}'])(
    '%s is the last page',
    (body) => {
      expect(right(page(200, body)).next).toEqual(O.none);
    },
  );

  it.each([
    '',
    '{}',
    '[]',
    '{"data":[{"name":"A"}],"nextCursor":null}',
    '{"data":[],"nextCursor":5}',
    '{"data":[{"id":"a"}',
  ])('%s is unclear as a whole', (body) => {
    expect(left(page(200, body))._tag).toBe('Unclear');
  });

  it.each([400, 410, 422])('%i to a cursor means that the cursor is gone', (status) => {
    expect(left(page(status, '', O.some('c')))._tag).toBe('CursorRefused');
    expect(left(page(status, ''))._tag).toBe('Misdirected');
  });
});
