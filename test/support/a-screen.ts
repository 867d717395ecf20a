import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import type { ScreenUser } from '../../src/index.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { plugins, type PluginUnderTest } from './a-plugin.ts';

export interface ServedScreen extends PluginUnderTest {
  /** Address of the screen, without a slash at its end. */
  readonly address: string;
  /** The user whom the host admits from now on; null: none. */
  readonly letIn: (user: ScreenUser | null) => void;
}

/** A function that serves the screen of a plugin on a real server until the end of a test file; it gives the screen's address. */
export const screenServers = (): ((taxNexus: Parameters<typeof toNode>[0]) => Promise<string>) => {
  const closing: (() => void)[] = [];
  afterAll(() => {
    for (const close of closing) close();
  });
  return async (taxNexus) => {
    const server = createServer(toNode(taxNexus, { basePath: '/app/tax-nexus' }));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/app/tax-nexus/screen`;
  };
};

/** Plugins over sandboxes of their own, each with its screen on a real server, all stopped at the end of a test file. */
export const screens = (): ((sandbox?: SandboxOptions) => Promise<ServedScreen>) => {
  const aPlugin = plugins();
  const serve = screenServers();
  return async (sandbox = {}) => {
    let user: ScreenUser | null = { name: 'Ada' };
    const plugin = await aPlugin({ authorize: () => user }, sandbox);
    return {
      ...plugin,
      address: await serve(plugin.taxNexus),
      letIn: (next) => {
        user = next;
      },
    };
  };
};

/** A shop whose pages take their time, so that a run can be watched. */
export const slowShop = (milliseconds: number): SandboxOptions => ({
  shop: { orders: 60, faults: [{ on: 'graphql', fault: { kind: 'delay', when: 'before', milliseconds } }] },
});

/** The days of the sample shop, as the screen's form takes them. */
export const sampleQuery = 'storefront=us-store&from=2025-01-01&to=2026-03-31';
