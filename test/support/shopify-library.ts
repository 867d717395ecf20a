import { join } from 'node:path';
import type * as Library from '@shopify/shopify-api';
import type * as Runtime from '@shopify/shopify-api/runtime';

/** `npm run legs` names the folder of another version here. */
const folder = process.env['SHOPIFY_LIBRARY'];

const load = async (name: string, path: string): Promise<unknown> =>
  import(folder === undefined ? name : join(folder, 'dist/esm', path));

export const library = (await load('@shopify/shopify-api', 'lib/index.mjs')) as typeof Library;
await load('@shopify/shopify-api/adapters/node', 'adapters/node/index.mjs');
const { setAbstractFetchFunc } = (await load('@shopify/shopify-api/runtime', 'runtime/index.mjs')) as typeof Runtime;

/** Sends every request of the library to one origin instead of a shop's. */
export const sendLibraryTo = (origin: string): void => {
  setAbstractFetchFunc(async (url, init) =>
    fetch(`${origin}${new URL(url instanceof Request ? url.url : url).pathname}`, init),
  );
};

export interface App {
  readonly api: ReturnType<typeof library.shopifyApi>;
  /** What its log took. */
  readonly log: { readonly lines: readonly string[] };
}

/** An app's object of the library, whose log takes everything. */
export const anApp = (): App => {
  const lines: string[] = [];
  const api = library.shopifyApi({
    apiKey: 'client-1',
    apiSecretKey: 'CANARY-secret',
    apiVersion: library.ApiVersion.July26,
    hostName: 'app.example',
    isEmbeddedApp: true,
    logger: {
      level: library.LogSeverity.Debug,
      httpRequests: true,
      timestamps: false,
      log: (_, line) => void lines.push(line),
    },
  });
  return { api, log: { lines } };
};
