/** Provides the `shopifyApi` object for refreshing session tokens, also to an app that gives only its id and secret. */
import type * as Library from '@shopify/shopify-api';
import { credentialsRefused, refused, unreachable } from '../errors.ts';
import type { Credential } from '../options.ts';
import { apiVersion } from './api-version.ts';
import type { AppSession, SessionLibrary, SessionTokenOptions } from './session-token-options.ts';
import { fieldOf } from '../../../src/domain/fields.ts';
import { TokenFailure } from '../../../src/mapping/token-failure.ts';

/**
 * The host's own object, or one made of the app's id and secret with Shopify's library, which is imported when it is first
 * needed. Its log records nothing. Rejects with a `TokenFailure`.
 */
export const appLibraryOf = async <S extends AppSession>(
  options: SessionTokenOptions<S>,
): Promise<SessionLibrary<S>> => {
  const library = 'shopify' in options ? options.shopify : await madeLibrary<S>(options);
  if (typeof fieldOf(library.auth, 'refreshToken') !== 'function') throw new TokenFailure(tooOld);
  return library;
};

/** The library made of the app's id and secret. */
const madeLibrary = async <S extends AppSession>(
  options: Extract<SessionTokenOptions<S>, { readonly clientId: string }>,
): Promise<SessionLibrary<S>> => {
  const clientSecret = await secretOf(options.clientSecret);
  if (options.clientId.trim() === '' || clientSecret.trim() === '') {
    throw new TokenFailure(credentialsRefused('clientId or clientSecret of tokenFromSessions() is empty; set both'));
  }
  const { shopifyApi, LogSeverity } = await importLibrary();
  const library: unknown = shopifyApi({
    apiKey: options.clientId,
    apiSecretKey: clientSecret,
    // The type of version 13 ends at 2026-07; no request of ours names a version here.
    apiVersion: apiVersion as never,
    // Only used in addresses of an installation, which is the app's own.
    hostName: 'localhost',
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Error, httpRequests: false, log: () => undefined },
  });
  return library as SessionLibrary<S>;
};

const secretOf = async (source: Credential): Promise<string> => {
  if (typeof source === 'string') return source;
  try {
    return await source();
  } catch {
    // An error of the host's own may contain anything, so it is not passed on.
    throw new TokenFailure({
      ...unreachable('ERR_CREDENTIALS'),
      message: "the function that returns the client secret of this app failed; see the app's own log",
    });
  }
};

const tooOld = refused(
  'the @shopify/shopify-api of this app cannot refresh tokens; tokenFromSessions() needs version 12.2 or newer; run npm install @shopify/shopify-api@latest',
);

const notInstalled = refused(
  'tokenFromSessions() with clientId needs the package @shopify/shopify-api, which is not installed; run npm install @shopify/shopify-api',
);

const importLibrary = async (): Promise<Pick<typeof Library, 'shopifyApi' | 'LogSeverity'>> => {
  try {
    const library = await import('@shopify/shopify-api');
    const { abstractRuntimeString } = await import('@shopify/shopify-api/runtime');
    // The adapter is global to the library's copy, and the host may have chosen another one.
    if (!isSet(abstractRuntimeString)) await import('@shopify/shopify-api/adapters/node');
    return library;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new TokenFailure(notInstalled);
    throw error;
  }
};

/** The library throws where no adapter was imported. */
const isSet = (runtime: () => string): boolean => {
  try {
    return runtime() !== '';
  } catch {
    return false;
  }
};
