/** `sk_test_…` and `rk_test_…` read test data; every other key is taken for a live one. */
export const modeOf = (key: string): 'live' | 'test' => (/^[a-z]+_test_/.test(key) ? 'test' : 'live');
