import * as library from '@shopify/shopify-api';
import '@shopify/shopify-api/adapters/node';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';

export { library };

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
    // Version 12 has no name for it.
    apiVersion: '2026-07' as typeof library.ApiVersion.July26,
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
