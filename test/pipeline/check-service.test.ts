import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CursorRefused, ServiceFailure } from '../../src/domain/tax-service.ts';
import type { WireSettings } from '../../src/domain/wire-settings.ts';
import { checkService, describeFacts, describeWire } from '../../src/pipeline/check-service.ts';
import { someFacts } from '../support/some-facts.ts';

describe('the check of the service', () => {
  it('is fine once the list of transactions can be read', async () => {
    const list = () => TE.right({ transactions: [], next: O.none });
    expect(await checkService({ list }, 'check again')()).toStrictEqual({
      level: 'fine',
      subject: 'access',
      message: 'the key is accepted and the list of transactions can be read; it is empty',
    });
  });

  it.each<[ServiceFailure | CursorRefused, string]>([
    [{ _tag: 'SlowDown', retryAfterMs: null }, 'asks to slow down. Wait a minute and check again'],
    [{ _tag: 'Unclear', message: 'no answer' }, 'no answer. Check service.baseUrl and the network'],
    [{ _tag: 'CursorRefused', message: 'no first page' }, 'no first page. Check service.baseUrl and the network'],
    [{ _tag: 'CredentialsRefused', message: 'renew the key' }, 'renew the key'],
    [{ _tag: 'Misdirected', message: 'another address' }, 'another address'],
  ])('stops a sync, with what to do, after $_tag', async (failure, printed) => {
    const finding = await checkService({ list: () => TE.left(failure) }, 'check again')();
    expect(finding).toMatchObject({ level: 'stops', subject: 'access', message: expect.stringContaining(printed) });
  });
});

describe('the check of the wire settings', () => {
  it('says what is sent without settings', () => {
    expect(describeWire({})).toStrictEqual({
      level: 'fine',
      subject: 'wire',
      message:
        'amounts as numbers in major units; ids: learned from the first transaction; missing address parts as null',
    });
  });

  it.each<[WireSettings, string]>([
    [{ amounts: 'string' }, 'amounts as strings in major units; '],
    [{ amounts: 'minorUnits' }, 'amounts as minor units; '],
    [{ identity: 'client' }, '; ids: ours; '],
    [{ identity: 'service' }, "; ids: the service's; "],
    [{ nulls: 'omit' }, '; missing address parts left out'],
    [{ nulls: 'blank' }, '; missing address parts as empty text'],
    [{ names: { id: 'externalId', total: 'amount' } }, '; renamed: id as externalId, total as amount'],
    [{ marketplaces: { codes: ['AMAZON', 'EBAY'], others: 'hold' } }, '; marketplaces AMAZON, EBAY, others: hold'],
    [{ marketplaces: { codes: [], others: 'send' } }, '; marketplaces none, others: send'],
    [{ entities: ['CHURCH'] }, '; entities CHURCH'],
    [{ entities: [] }, '; entities none'],
    [{ extra: { source: 'x', tenant: 1 } }, '; constant fields source, tenant'],
    [{ optional: ['tags', 'shipFromAddress'] }, '; also sent: tags, shipFromAddress'],
    [{ metadata: ['note'] }, '; metadata note'],
  ])('names a setting: %j', (settings, part) => {
    expect(describeWire(settings).message).toContain(part);
  });
});

describe('the check of the first transaction', () => {
  it('says that there was none', () => {
    expect(describeFacts(null)).toStrictEqual({
      level: 'fine',
      subject: 'first transaction',
      message:
        'None was pushed yet with these settings, so that it is not known whether the key may push. The first one goes alone, and the response is compared with what was sent.',
    });
  });

  it.each([
    [{}, 'shopify:1:1: ids are ours; its list was not needed'],
    [
      { identity: 'service' as const, list: 'late' as const },
      "shopify:1:1: ids are the service's; its list shows a transaction late",
    ],
    [
      { list: 'prompt' as const, listShows: ['id', 'name'] },
      'shopify:1:1: ids are ours; its list shows a transaction at once; the list shows id, name',
    ],
    [{ listShows: [] }, 'shopify:1:1: ids are ours; its list was not needed; the list shows none'],
    [{ refusesEqualNames: true }, 'shopify:1:1: ids are ours; its list was not needed; equal names are refused'],
    [{ refusesEqualNames: false }, 'shopify:1:1: ids are ours; its list was not needed'],
    [
      { normalized: ['total', 'name'] },
      'shopify:1:1: ids are ours; its list was not needed; it writes total, name in another form',
    ],
  ])('says what is known since: %j', (facts, message) => {
    expect(describeFacts(someFacts(facts))).toStrictEqual({ level: 'fine', subject: 'first transaction', message });
  });

  it('stops a sync where values were changed', () => {
    expect(describeFacts(someFacts({ changed: ['total', 'currency'] }))).toStrictEqual({
      level: 'stops',
      subject: 'first transaction',
      message:
        'shopify:1:1: the service changed values that were sent: total, currency. Set service.wire to match the service, or have the service corrected. The next historical sync tries one transaction again.',
    });
  });
});
