import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleRange, startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';

export const apiKey = 'tnx_CANARY_KEY';
const accessToken = 'shpat_CANARY_TOKEN';

/** The words of a historical sync of everything that the sample shop has. */
export const syncAll: readonly string[] = ['sync', '--from', sampleRange.from, '--to', sampleRange.to, '--json'];

export interface WorldOptions extends SandboxOptions {
  readonly service?: Readonly<Record<string, unknown>>;
  readonly policy?: Readonly<Record<string, unknown>>;
  /** How the shop is read; default `auto`. */
  readonly reading?: 'pages' | 'bulk';
  /** The token in the configuration, instead of the shop's own. */
  readonly token?: string;
  readonly webhookSecrets?: readonly string[];
  /** The sync database's file, in place of one in the world's folder. */
  readonly bookPath?: string;
  /** Where the sync database is, in the words of the configuration, in place of that file. */
  readonly storeState?: unknown;
}

/** A service, a shop, and a folder with the configuration that points at them. */
export interface World extends Sandbox {
  readonly folder: string;
  /** Path of the sync database's file. */
  readonly store: string;
  /** Writes the configuration again, with other settings. */
  readonly configure: (settings: Pick<WorldOptions, 'service' | 'policy'>) => void;
  readonly end: () => Promise<void>;
}

/**
 * Starts its own world for one test. Secrets are canaries and come from the environment's `TAX_NEXUS_API_KEY`, or
 * straight from the file when it names them.
 */
export const aWorld = async ({
  service,
  policy,
  bookPath,
  storeState,
  token,
  webhookSecrets = [],
  reading,
  ...options
}: WorldOptions = {}): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-world-'));
  const sandbox = await startSandbox({
    ...options,
    taxService: { apiKeys: [apiKey], ...options.taxService },
    shop: { accessToken, orders: 24, ...options.shop },
  });
  const store = bookPath ?? join(folder, 'book.db');
  const { service: address, storefronts } = sandbox.configuration;
  const shop = {
    ...storefronts['sample-store'],
    ...(reading !== undefined && { reading }),
    ...(token !== undefined && { accessToken: token }),
    webhookSecrets,
  };
  const configure = (settings: Pick<WorldOptions, 'service' | 'policy'>): void =>
    writeFileSync(
      join(folder, 'tax-nexus.config.json'),
      JSON.stringify({
        service: { ...address, ...settings.service },
        state: storeState ?? `sqlite:${store}`,
        storefronts: { 'us-store': { ...shop, policy: settings.policy ?? {} } },
      }),
    );
  configure({ ...(service !== undefined && { service }), ...(policy !== undefined && { policy }) });
  return {
    ...sandbox,
    folder,
    store,
    configure,
    end: async () => {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
