import { describe, expect, it } from '@jest/globals';
import { deletedEntry } from '../../src/sync/live/note-deletion.ts';

const record = { storefront: 'us-store', id: 'shopify:1:9', sourceId: '9' };
const at = '2026-03-01T00:00:00Z';

describe('a record that the platform has no more', () => {
  it.each([
    ['told', 'the service was told of it'],
    ['in doubt', 'got no clear answer'],
    ['never told', 'was never told of it'],
  ] as const)('says the truth about the service when it was %s', (told, words) => {
    const entry = deletedEntry(record, { told, live: undefined, history: undefined }, at);
    expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted at source' });
    expect(entry.message).toContain(words);
  });
});
