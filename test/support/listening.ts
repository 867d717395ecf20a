import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import type { SignedWebhook } from './signed-webhook.ts';

/** Starts a real server for one test file, ended with it; gives its origin. */
export const listening = (): ((listener: RequestListener) => Promise<string>) => {
  const closing: (() => void)[] = [];
  afterAll(() => {
    for (const close of closing) close();
  });
  return async (listener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
};

/** Sends a delivery as a platform would. */
export const deliver = async (
  url: string,
  { headers, body }: SignedWebhook,
): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
};
