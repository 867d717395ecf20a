import type { Session } from '@shopify/shopify-api';
import { library } from './shopify-library.ts';

/** The session table of an app, as its `SessionStorage` and as its own queries see it. */
export interface SessionTable {
  readonly sessionStorage: {
    readonly loadSession: (id: string) => Promise<Session | undefined>;
    readonly storeSession: (session: Session) => Promise<boolean>;
    readonly deleteSession: (id: string) => Promise<boolean>;
  };
  /** One query: the rows of all offline sessions. */
  readonly listShops: () => Promise<readonly { readonly shop: string }[]>;
  /** The app is installed: its callback stores a session. */
  readonly install: (shop: string, accessToken: string) => void;
  readonly uninstall: (shop: string) => void;
  /** What was asked of the table: `list`, `load offline_acme.myshopify.com`, `store …`. */
  readonly queries: string[];
  isFailing: boolean;
}

export const aSessionTable = (): SessionTable => {
  const rows = new Map<string, Session>();
  const query = <A>(name: string, give: () => A): Promise<A> => {
    table.queries.push(name);
    return table.isFailing ? Promise.reject(new Error('password CANARY')) : Promise.resolve(give());
  };
  const table: SessionTable = {
    queries: [],
    isFailing: false,
    sessionStorage: {
      loadSession: (id) => query(`load ${id}`, () => rows.get(id)),
      storeSession: (session) =>
        query(`store ${session.id}`, () => {
          rows.set(session.id, session);
          return true;
        }),
      deleteSession: (id) => query(`delete ${id}`, () => rows.delete(id)),
    },
    listShops: () =>
      query('list', () => [...rows.values()].filter(({ isOnline }) => !isOnline).map(({ shop }) => ({ shop }))),
    install: (shop, accessToken) => {
      const fields = { shop, state: '', isOnline: false, accessToken, scope: 'read_orders' };
      rows.set(`offline_${shop}`, new library.Session({ id: `offline_${shop}`, ...fields }));
      // Of a user who opened the app: it is no installation.
      const online = { ...fields, id: `${shop}_7`, isOnline: true, accessToken: 'CANARY-user' };
      rows.set(online.id, new library.Session(online));
    },
    uninstall: (shop) => {
      rows.delete(`offline_${shop}`);
      rows.delete(`${shop}_7`);
    },
  };
  return table;
};
