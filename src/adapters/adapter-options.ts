/** How an adapter is mounted. */
export interface AdapterOptions {
  /**
   * The path below which the handler answers when the adapter is mounted without a path of its own. Default `/tax-nexus`.
   * Where the host's framework says under which path it is mounted, that is taken.
   */
  readonly basePath?: string;
}

export const defaultBasePath = '/tax-nexus';
