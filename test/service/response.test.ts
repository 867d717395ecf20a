import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { toFound, toPushReply } from '../../src/service/response.ts';
import type { PushReply } from '../../src/domain/tax-service.ts';
import { aBody, aWire } from '../support/a-body.ts';

const now = Date.UTC(2026, 3, 1);
const answer = (status: number, body = '', retryAfter?: string) => ({ status, body, retryAfter });
const reply = (status: number, body?: string, retryAfter?: string) =>
  toPushReply(now, {}, aBody(), answer(status, body, retryAfter));

describe('the answer to a push', () => {
  it('200 with a transaction is accepted, with what it shows', () => {
    expect(reply(200, aBody())).toEqual({ _tag: 'Accepted', stored: aWire() });
    expect(reply(201, JSON.stringify({ data: aWire() }))).toEqual({ _tag: 'Accepted', stored: aWire() });
  });

  it('409 with a web page is marked: it may be that of a proxy', () => {
    expect(reply(409, '<!DOCTYPE html><title>DNS resolution error</title>')).toEqual({
      _tag: 'Exists',
      isWebPage: true,
    });
    for (const body of ['', '{"code":"CONFLICT"}', 'Conflict']) expect(reply(409, body)).toEqual({ _tag: 'Exists' });
  });

  it('200 with an id alone is accepted, of ours or of the service’s', () => {
    const shown = (id: unknown) => reply(200, JSON.stringify({ id }));
    expect(shown(aWire().id)).toEqual({ _tag: 'Accepted', stored: { id: aWire().id, name: null } });
    expect(shown(4711)).toEqual({ _tag: 'Accepted', stored: { id: '4711', name: null } });
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['7301234567890123001', '7301234567890123001'],
    ['4711', '4711'],
  ])('an id of %s, written as a number, stays exact', (id, exact) => {
    const note = JSON.stringify('no "id": 1234567890123456789, here');
    const body = `\uFEFF{"note":${note},"data" : { "id" : ${id} }}`;
    expect(reply(200, `{"id":${id},"name":"A"}`)).toEqual({ _tag: 'Accepted', stored: { id: exact, name: 'A' } });
    expect(reply(200, body)).toEqual({ _tag: 'Accepted', stored: { id: exact, name: null } });
  });

  it.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['a word of success', '{"success":true}'],
    ['a truncated answer', aBody().slice(0, 50)],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', 'OK'],
  ])('200 with %s is accepted, and shows nothing', (_, body) => {
    expect(reply(200, body)).toMatchObject({ _tag: 'Accepted' });
    const { stored } = reply(200, body) as Extract<PushReply, { _tag: 'Accepted' }>;
    expect(stored?.id ?? '').toBe('');
    expect(stored?.['total']).toBeUndefined();
  });

  it('200 with the money and no id is accepted, and shows the money', () => {
    const { total } = aWire();
    expect(reply(200, JSON.stringify({ total }))).toMatchObject({ _tag: 'Accepted', stored: { id: '', total } });
  });

  it.each([
    ['another id', aWire({ id: 'other' })],
    ['our id and other amounts', aWire({ taxCollected: 1 })],
    ['our id and another state', { ...aWire(), shipToAddress: { ...aWire().shipToAddress, state: 'NV' } }],
  ])('200 with %s is accepted as well: what is pushed twice is counted twice', (_, shown) => {
    expect(reply(200, JSON.stringify(shown))).toEqual({ _tag: 'Accepted', stored: shown });
  });

  it.each([
    '<html>ok</html>',
    '\n<!DOCTYPE html><body>',
    '<HEAD>',
    '<?xml version="1.0"?>',
    '\uFEFF<!-- maintenance -->\n<html></html>',
    '<script>challenge()</script>',
    '<center><h1>Maintenance</h1></center>',
  ])('200 with the page for people %j is unclear: it is not the service that answered', (body) => {
    expect(reply(200, body)).toMatchObject({
      _tag: 'Unclear',
      message: 'the Tax Nexus Service answered 200 with a web page',
    });
  });

  it.each([
    ['the transaction', { error: 'quota', data: aWire() }],
    ['our id', { status: 'failed', id: aWire().id }],
    ['our id and name', { errors: ['no'], id: aWire().id, name: aWire().name }],
  ])('200 with an error in it is unclear, also where it echoes %s', (_, shown) => {
    expect(reply(200, JSON.stringify(shown))).toMatchObject({
      _tag: 'Unclear',
      message: 'the Tax Nexus Service answered 200 with an error in it',
    });
  });

  it('200 with a status of 0 is taken for stored only when the service shows the transaction', () => {
    expect(reply(200, '{"status":0,"msg":"no"}')).toMatchObject({ otherBody: { isPlain: false } });
    expect(reply(200, '{"code":0,"message":"done"}')).toMatchObject({ otherBody: { isPlain: true } });
  });

  it.each([
    [200, 'Accepted'],
    [201, 'Accepted'],
    [202, 'Accepted'],
    [204, 'Accepted'],
    [299, 'Accepted'],
    [301, 'Misdirected'],
    [308, 'Misdirected'],
    [400, 'Refused'],
    [401, 'CredentialsRefused'],
    [403, 'CredentialsRefused'],
    [404, 'Misdirected'],
    [405, 'Misdirected'],
    [407, 'Misdirected'],
    [410, 'Misdirected'],
    [421, 'Misdirected'],
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

  it.each([
    [301, 'a redirect to another address'],
    [404, 'so this is not its endpoint'],
    [405, 'so this is not its endpoint'],
    [410, 'so this is not its endpoint'],
  ])('%i says %j, which setting to check, and that nothing is lost', (status, what) => {
    const message = `the Tax Nexus Service answered ${status}, ${what}. Check service.baseUrl. Nothing was followed, and pending transactions stay pending`;
    expect(reply(status)).toEqual({ _tag: 'Misdirected', status, message });
  });

  it.each([404, 410])('%i to a refund may mean its sale: it is refused, and stops nothing else', (status) => {
    const sent = '{"id":"r1","parentId":"s1"}';
    expect(toPushReply(0, {}, sent, { status, retryAfter: undefined, body: '' })).toStrictEqual({
      _tag: 'Refused',
      message: `the Tax Nexus Service answered ${status}: it may not hold the sale of this refund (parentId). Sync the day of the sale, then retry`,
      fingerprint: `${status} parentId`,
    });
  });

  it.each([401, 403])('%i says which key to check, and that nothing is lost', (status) => {
    const message = `the Tax Nexus Service refused the API key (${status}). Check service.apiKey and run again: everything pending is kept`;
    expect(reply(status)).toEqual({ _tag: 'CredentialsRefused', status, message });
  });

  it.each([100, 199])('%i is unclear, and says that it is not in the interface', (status) => {
    const message = `the Tax Nexus Service answered ${status}, which is not in its interface`;
    expect(reply(status)).toEqual({ _tag: 'Unclear', message });
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
      fingerprint: '422 VALIDATION_FAILED: shipToAddress.zip, lineItems.0.amount, taxCollected',
    });
  });

  it('a refusal names its field the same in each way to write a path', () => {
    const paths = ['$.shipToAddress.zip', '/shipToAddress/zip', ['', 'shipToAddress', 'zip'], 'shipToAddress[zip]'];
    const body = JSON.stringify({ code: 'INVALID', issues: paths.map((path) => ({ path })) });
    expect(reply(422, body)).toMatchObject({
      message: 'the Tax Nexus Service answered 422 (INVALID: shipToAddress.zip)',
    });
  });

  it.each([
    ['a field of the service, which is nothing of ours', { path: 'ship_to.region_code' }, 'ship_to.region_code'],
    ['a place in a list', { path: ['lineItems', 12, 'amount'] }, 'lineItems.12.amount'],
    ['what we sent, in another case', { path: ['shipToAddress', 'oakland'] }, 'shipToAddress.…'],
    ['what begins with a digit', { path: ['shipToAddress', '94607'] }, 'shipToAddress.…'],
    ['six parts of a path at most', { path: 'v1.v2.v3.v4.v5.v6.v7' }, 'v1.v2.v3.v4.v5.v6'],
    ['nothing of a path without a name', { path: ['Not A Field'] }, ''],
    ['nothing where there is no path', {}, ''],
    ['nothing where the path is null', { path: null }, ''],
  ])('a refusal shows %s', (_, issue, shown) => {
    const text = shown === '' ? '' : ` (${shown})`;
    expect(reply(422, JSON.stringify({ issues: [issue] }))).toMatchObject({
      message: `the Tax Nexus Service answered 422${text}`,
    });
  });

  it('a refusal shows five fields at most, each once', () => {
    const paths = ['total', 'total', 'discount', 'currency', 'purpose', 'entity', 'marketplace'];
    const body = JSON.stringify({ issues: paths.map((path) => ({ path })) });
    expect(reply(422, body)).toMatchObject({
      message: 'the Tax Nexus Service answered 422 (total, discount, currency, purpose, entity)',
    });
  });

  it.each([
    ['bad', true],
    ['E', false],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    ['E42', false],
    ['oakland', false],
    ['tax.rate-missing', true],
  ])('a refusal shows the code %s: %s', (code, isShown) => {
    const text = isShown ? ` (${code})` : '';
    expect(reply(422, JSON.stringify({ code }))).toMatchObject({
      message: `the Tax Nexus Service answered 422${text}`,
    });
  });

  it.each(['"a string"', '{"code":5,"issues":"none"}', '{"issues":[null]}', '<html>', '{"code":"OAKLAND"}'])(
    'a refusal that says %s is pushed by its status',
    (body) => {
      expect(reply(400, body)).toEqual({
        _tag: 'Refused',
        message: 'the Tax Nexus Service answered 400',
        fingerprint: '400 ',
      });
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
        const printed = JSON.stringify([
          { ...toPushReply(now, {}, aBody(), any), stored: null },
          toFound(now, {}, 'x')({ ...any, status: any.status === 200 ? 500 : any.status }),
        ]);
        expect(printed).not.toMatch(/CANARY|Oakland|Fresno|94607/);
      }),
      { numRuns: 2_000 },
    );
  });
});
