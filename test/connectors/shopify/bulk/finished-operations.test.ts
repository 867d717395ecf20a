import { describe, expect, it } from '@jest/globals';
import { finishedOperations } from '../../../../connectors/shopify/bulk/finished-operations.ts';

const operation = 'gid://shopify/BulkOperation/7';
const finished = { admin_graphql_api_id: operation, status: 'completed' };

const isWoken = async (ringing: Promise<void>): Promise<boolean> => {
  const later = new Promise<false>((resolve) => {
    setImmediate(resolve, false);
  });
  return Promise.race([ringing.then(() => true), later]);
};

describe('the resync request of a bulk operation', () => {
  it('wakes the ones that wait', async () => {
    const requests = finishedOperations();
    const ringing = requests.whenFinished(operation);
    requests.onWebhook(finished);
    expect(await isWoken(ringing)).toBe(true);
  });

  it('that finished before the call resolves once; later calls wait', async () => {
    const requests = finishedOperations();
    requests.onWebhook(finished);
    expect(await isWoken(requests.whenFinished(operation))).toBe(true);
    expect(await isWoken(requests.whenFinished(operation))).toBe(false);
  });

  it.each([
    ['of another operation', { admin_graphql_api_id: 'gid://shopify/BulkOperation/8' }],
    ['about an order', { admin_graphql_api_id: 'gid://shopify/Order/7' }],
    ['of another shape', [operation]],
  ])('wakes none for a webhook %s', async (_, payload) => {
    const requests = finishedOperations();
    const ringing = requests.whenFinished(operation);
    requests.onWebhook(payload);
    expect(await isWoken(ringing)).toBe(false);
  });
});
