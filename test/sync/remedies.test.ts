import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { remedies } from '../../src/sync/report/remedies.ts';

const all = Object.entries(remedies);
const known = [...Object.keys(defaultPolicy).map((key) => `policy.${key}`), 'hooks.beforePush'];

describe('what a person can do about something', () => {
  it.each(all)('is said in words of a bookkeeper, who knows no setting: %s', (_, { todo, told = '' }) => {
    // A name in code: twoWords, two.words, or a setting called one.
    expect(`${todo} ${told}`).not.toMatch(/[a-z][A-Z]|[a-z]\.[a-z]|\bpolicy\b|\bsettings?\b|\bhook\b|\bconfigur/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
  });

  it.each(all.filter(([, { settings }]) => settings !== undefined))(
    'names settings apart, and only those that there are: %s',
    (_, { settings = [] }) => {
      expect(settings).not.toStrictEqual([]);
      expect(known).toStrictEqual(expect.arrayContaining([...settings]));
    },
  );
});
