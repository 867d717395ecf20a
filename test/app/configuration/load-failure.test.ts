import { describe, expect, it } from '@jest/globals';
import { loadFailure } from '../../../src/app/configuration/load-configuration.ts';

const path = '/app/tax-nexus.config.mjs';
const thrown = (message: string, more: object = {}) => loadFailure(path, Object.assign(new Error(message), more));

describe('a configuration file that cannot be loaded', () => {
  it.each([
    ['EACCES', 'permission'],
    ['EISDIR', 'folder'],
  ])('is sent with the code of the file system: %s', (code, remedy) => {
    const complaint = thrown('CANARY', { code, path });
    expect(complaint).toMatchObject({ path, problem: `it cannot be read (${code})` });
    expect(complaint.remedy).toContain(remedy);
  });

  it('is not mixed up with a file that it opens itself', () => {
    expect(thrown('CANARY', { code: 'ENOENT', path: '/CANARY' }).problem).toBe(
      'it cannot be read: it failed while it ran (ENOENT)',
    );
  });

  it.each(['vault-client', '@acme/vault/sub.js', './keys.ts', '../shared/keys.js'])(
    'names the module that is missing: %s',
    (name) => {
      const problem = `it cannot be read: a module that it imports is missing (${name})`;
      expect(thrown(`Cannot find module '${name}'\nRequire stack`, { code: 'MODULE_NOT_FOUND' }).problem).toBe(problem);
      const packaged = `Cannot find package '${name}' imported from /CANARY`;
      expect(thrown(packaged, { code: 'ERR_MODULE_NOT_FOUND' }).problem).toBe(problem);
    },
  );

  it.each([
    ["Cannot find module 'https://user:CANARY@host/'", { code: 'MODULE_NOT_FOUND' }],
    ["Cannot find module '/home/CANARY/x.js'", { code: 'ERR_MODULE_NOT_FOUND' }],
    ['CANARY', { code: 'MODULE_NOT_FOUND' }],
    ['ParseError: CANARY\n CANARY:1:2', {}],
    ['ParseError: CANARY\n /CANARY:1:2', {}],
    ['CANARY', { name: 'CANARY' }],
    ['CANARY', { name: 'tnx CANARY Error' }],
    ['CANARY', { code: 'CANARY' }],
  ])('never shows the text of the error: %s', (message, more) => {
    expect(JSON.stringify(thrown(message, more))).not.toContain('CANARY');
  });

  it.each(['CANARY', null, undefined, 7])('may have thrown anything: %s', (error) => {
    expect(loadFailure(path, error).problem).toBe('it cannot be read: it failed while it ran (unknown error)');
  });
});
