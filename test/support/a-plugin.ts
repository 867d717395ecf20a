import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { shopify } from '../../connectors/shopify/index.ts';
import { createTaxNexus } from '../../src/app/create-tax-nexus.ts';
import type { TaxNexus, TaxNexusEvent } from '../../src/app/plugin/tax-nexus.ts';
import type { TaxNexusOptions } from '../../src/app/plugin/tax-nexus-options.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { sampleRange, startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';
import { shopifySecret } from './signed-webhook.ts';

type Options = Partial<TaxNexusOptions<Readonly<Record<'us-store', StorefrontSource>>>>;

export interface PluginUnderTest extends Sandbox {
  readonly taxNexus: TaxNexus<'us-store'>;
  readonly events: readonly TaxNexusEvent[];
  readonly logged: readonly string[];
  readonly folder: string;
  /** The sample shop as a storefront, for its own name. */
  readonly source: StorefrontSource;
  /** Another plugin over the same sync database, as another process would have it. */
  readonly another: (differing?: Options) => TaxNexus<'us-store'>;
}

/** Plugins over sandboxes of their own, all stopped at the end of a test file. */
export const plugins = (): ((options?: Options, sandbox?: SandboxOptions) => Promise<PluginUnderTest>) => {
  const ending: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ending) await end();
  });
  return async (options = {}, sandboxOptions = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-plugin-'));
    const sandbox = await startSandbox({ ...sandboxOptions, shop: { orders: 24, ...sandboxOptions.shop } });
    const { shop, configuration } = sandbox;
    const logged: string[] = [];
    const events: TaxNexusEvent[] = [];
    const note = (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
    };
    const source = shopify({
      shop: shop.domain,
      accessToken: shop.accessToken,
      webhookSecrets: [shopifySecret],
      apiOrigin: shop.origin,
      since: sampleRange.from,
    });
    const make = (differing: Options = {}): TaxNexus<'us-store'> => {
      const made = createTaxNexus({
        service: configuration.service,
        state: `sqlite:${join(folder, 'book.db')}`,
        storefronts: { 'us-store': source },
        schedule: { catchUp: null, reconcile: null },
        logger: { debug: note, info: note, warn: note, error: note },
        onEvent: (event) => events.push(event),
        ...options,
        ...differing,
      });
      ending.push(() => made.stop({ drainMs: 2_000 }));
      return made;
    };
    const taxNexus = make();
    ending.push(async () => {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    return { ...sandbox, taxNexus, events, logged, folder, source, another: make };
  };
};

/** Waits until something is so, at most so many milliseconds. */
export const eventually = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + 240_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it never came about');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Whether something is over before a timer of the same process, which a busy machine delays as well. */
export const isOverWithin = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The last of what an iteration gives. */
export const last = async <A>(values: AsyncIterable<A>): Promise<A> => {
  const all: A[] = [];
  for await (const value of values) all.push(value);
  const final = all.at(-1);
  if (final === undefined) throw new Error('there was nothing');
  return final;
};
