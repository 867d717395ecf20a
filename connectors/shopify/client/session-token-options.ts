/** Describes what is used of Shopify's library and of an app's session storage, so that every tested version of them fits. */
import type { Credential } from '../options.ts';
import type { AccessToken } from '../settings.ts';
import type { ShopifyLibrary } from './shopify-library.ts';

/** What is used of a `Session` of Shopify's library. */
export interface AppSession extends AccessToken {
  readonly refreshToken?: string | undefined;
  readonly isExpired: (withinMs?: number) => boolean;
}

/** What is used of a `SessionStorage`. */
export interface AppSessionStorage<S> {
  readonly loadSession: (id: string) => Promise<S | undefined>;
  readonly storeSession: (session: S) => Promise<boolean>;
  readonly deleteSession: (id: string) => Promise<boolean>;
}

/** What is used of a `shopifyApi` object. */
export interface SessionLibrary<S> extends ShopifyLibrary {
  readonly session: {
    readonly getOfflineId: (shop: string) => string;
    readonly customAppSession: (shop: string) => S;
  };
  readonly auth: {
    readonly migrateToExpiringToken: (request: {
      shop: string;
      nonExpiringOfflineAccessToken: string;
    }) => Promise<{ session: S }>;
    readonly refreshToken: (request: { shop: string; refreshToken: string }) => Promise<{ session: S }>;
  };
}

/** What `tokenFromSessions` takes: the app's session storage, and its `shopifyApi` object or its id and secret. */
export type SessionTokenOptions<S extends AppSession> = {
  /** The app's own: Prisma, PostgreSQL, SQLite, memory or any other. */
  readonly sessionStorage: AppSessionStorage<S>;
} & (
  | {
      /** The app's `shopifyApi` object, of version 12.2 or newer. */
      readonly shopify: SessionLibrary<S>;
    }
  | {
      /** Shopify's library is then imported when it is first needed, and must be installed. */
      readonly clientId: string;
      readonly clientSecret: Credential;
    }
);
