import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';

const postgres = aPostgres();
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

interface Way {
  readonly url: string;
  readonly fallSilent: () => void;
  /** Whether anything was asked since. */
  readonly isAsked: () => boolean;
}

/** A way to a database that can fall silent, as a network does: connections stay, and nothing comes through. */
const aWayTo = async (url: string): Promise<Way> => {
  const to = new URL(url);
  const [port, hostname] = [Number(to.port), to.hostname];
  let [isSilent, isAsked] = [false, false];
  const passOn = (from: Socket, other: Socket): void => {
    sockets.add(from);
    from.on('data', (data) => {
      if (isSilent) isAsked = true;
      else other.write(data);
    });
    from.on('error', () => undefined);
    from.on('close', () => other.destroy());
  };
  const server = createServer((client) => {
    const database = connect(port, hostname);
    passOn(client, database);
    passOn(database, client);
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  to.port = String((server.address() as AddressInfo).port);
  return { url: to.href, fallSilent: () => void (isSilent = true), isAsked: () => isAsked };
};

describe('a database that falls silent', () => {
  it('does not keep the plugin from stopping', async () => {
    const { url, fallSilent, isAsked } = await aWayTo(await postgres().newDatabase());
    const taxNexus = createTaxNexus({
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      state: url,
      storefronts: {},
    });
    expect(await taxNexus.waiting()).toStrictEqual([]);
    fallSilent();
    const asked = taxNexus.waiting().catch(() => 'failed');
    await eventually(isAsked);
    const late = new Promise((resolve) => setTimeout(resolve, 8_000, 'still waiting').unref());
    expect(await Promise.race([taxNexus.stop({ drainMs: 100 }).then(() => 'stopped'), late])).toBe('stopped');
    for (const socket of sockets) socket.destroy();
    expect(await asked).toBe('failed');
  });
});
