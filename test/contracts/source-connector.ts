import { describe, it } from '@jest/globals';
import { type ConnectorUnderTest, sourceConnectorPromises } from '../../src/testing/index.ts';

/**
 * Runs every promise of `SourceConnector` against a connector. `open` and `close` may start and stop what is behind it; `readsOften`
 * is a promise that reads the same pages dozens of times, which the data may be smaller for.
 */
export const describeSourceConnector = (
  name: string,
  open: (promise: {
    readonly readsOften: boolean;
  }) => Promise<{ readonly under: ConnectorUnderTest; readonly close: () => Promise<void> }>,
): void => {
  const sentences = sourceConnectorPromises({
    open: () => {
      throw new Error('only its sentences are read here');
    },
    openRefused: () => {
      throw new Error('only its sentences are read here');
    },
    throttled: 'by other tests',
    openUnreachable: 'by other tests',
    oneRequestFails: 'by other tests',
    expected: 'by other tests',
    range: { from: '2026-01-01', to: '2026-01-01' },
    changed: { interval: { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' }, recordIds: [] },
    delivery: {},
    unknownId: '',
    canaries: [],
  }).map(({ sentence }) => sentence);

  describe(`${name} as a SourceConnector`, () => {
    it.each(sentences)('%s', async (wanted) => {
      const { under, close } = await open({ readsOften: wanted.includes('one request') });
      try {
        await sourceConnectorPromises(under)
          .find(({ sentence }) => sentence === wanted)
          ?.check();
      } finally {
        await close();
      }
    });
  });
};
