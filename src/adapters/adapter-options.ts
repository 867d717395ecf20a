/** How an adapter is mounted. */
export interface AdapterOptions {
  /**
   * The path prefix of the handler when the adapter is mounted without one. Default `/tax-nexus`. The mount path of the
   * host's framework is used where it is known.
   */
  readonly basePath?: string;
}

export const defaultBasePath = '/tax-nexus';
