// @ts-check
import { describe, it } from 'node:test';
import { sourceConnectorPromises } from 'tax-nexus-sync/testing';
import { ledger } from './ledger.mjs';
import { expected, ordersFor } from './orders.mjs';

const promises = sourceConnectorPromises({
  open: () => ledger(ordersFor('good-key')),
  openRefused: () => ledger(ordersFor('revoked-key')),
  throttled: { open: () => ledger(ordersFor('busy-key')), retryAfterMs: 3_000 },
  openUnreachable: () => ledger(ordersFor('no-network')),
  oneRequestFails: (before) => ledger(ordersFor('good-key', before)),
  range: { from: '2026-01-01', to: '2026-03-31' },
  expected,
  lacks: ['canceled', 'two addresses', 'another kind'],
  changed: { interval: { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }, recordIds: ['7', '32', '59'] },
  delivery: { verified: { topic: 'order changed', deliveryId: 'delivery-1', payload: { id: 7 } }, recordId: '7' },
  unknownId: '4711',
  canaries: ['Ada Example', '1 Example St', 'good-key', 'revoked-key'],
});

describe('the ledger as a SourceConnector', () => {
  for (const { sentence, check } of promises) it(sentence, check);
});
