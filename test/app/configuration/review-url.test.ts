import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import { serviceSettings } from '../../../src/app/configuration/service-settings.ts';
import { readSetting } from '../../../src/domain/setting.ts';

const read = (reviewUrl?: unknown): { readonly url: string | null; readonly complaints: readonly string[] } => {
  const written = { baseUrl: 'https://api.example.com', apiKey: 'key', reviewUrl };
  const service = readSetting('service')(serviceSettings({}, true), written);
  return E.isRight(service)
    ? { url: service.right.reviewUrl, complaints: [] }
    : { url: null, complaints: service.left.map(describeComplaint) };
};

describe('service.reviewUrl', () => {
  it('is left out unless it is set', () => {
    expect(read()).toEqual({ url: null, complaints: [] });
    expect(read(null)).toEqual({ url: null, complaints: [] });
  });

  it.each([
    'https://app.example.com/transactions',
    'https://app.example.com/transactions/{id}',
    'https://app.example.com/#/sales?from={from}&to={to}&state={state}',
    'http://127.0.0.1:4010/{id}',
    'http://localhost/{state}',
  ])('is taken as it is written: %s', (url) => {
    expect(read(url)).toEqual({ url, complaints: [] });
  });

  it.each([
    [
      'another placeholder',
      'https://app.example.com/{CANARY}',
      'it has a placeholder that is not known. Use only {id}, {from}, {to}, {state}.',
    ],
    ['a brace alone', 'https://app.example.com/{id', 'it is not a web address'],
    ['a placeholder in the host', 'https://{state}.example.com/', 'it is not a web address'],
    ['no address', 'CANARY', 'it is not a web address'],
    ['another type', 7, 'it is not a string'],
    ['a password', 'https://user:CANARY@app.example.com/', 'it has a user name or a password'],
    ['plain http', 'http://app.example.com/CANARY', 'it does not begin with https://'],
    ['a script', 'javascript:alert(1)', 'it does not begin with https://'],
  ])('with %s is a complaint that quotes nothing', (_, url, problem) => {
    const { complaints } = read(url);
    expect(complaints).toStrictEqual([expect.stringContaining(`service.reviewUrl: ${problem}`)]);
    expect(complaints.join()).not.toContain('CANARY');
  });
});
