/** What a host is told of deliveries. Ids only, never personal data. */
export type WebEvent =
  /** A delivery was not acted upon; the sender was not told why. */
  | { readonly type: 'webhook.refused'; readonly storefront: string; readonly reason: string }
  /**
   * A customer asks what is kept about these records. The sync database holds ids, totals and state of them; the answer
   * to the customer is the host's.
   */
  | { readonly type: 'privacy.dataRequested'; readonly storefront: string; readonly recordIds: readonly string[] }
  /**
   * What was kept of records was erased because the platform asked, also from the bytes of the files; `records` of them held
   * anything.
   */
  | { readonly type: 'privacy.erased'; readonly storefront: string; readonly records: number }
  /** The merchant removed the app: the storefront's credentials are dead. Remove it, or add it again with new ones. */
  | { readonly type: 'storefront.uninstalled'; readonly storefront: string };
