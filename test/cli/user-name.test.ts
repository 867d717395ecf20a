import { describe, expect, it } from '@jest/globals';
import { userName } from '../../src/cli/user-name.ts';

/** What Node does in a container whose user stands in no list. */
const nameless = (): never => {
  throw new Error('uv_os_get_passwd returned ENOENT');
};

describe('the name under which notes of this machine stand', () => {
  it('is that of the logged-in user', () => {
    expect(userName({ USER: 'other' }, () => 'ada')).toBe('ada');
  });

  it('comes from the environment where the machine has no name for its user, and is never missing', () => {
    expect(userName({ USER: 'ada' }, nameless)).toBe('ada');
    expect(userName({ USERNAME: 'ada' }, nameless)).toBe('ada');
    expect(userName({}, nameless)).toBe('unknown');
  });
});
