/** The part of `createTaxNexus`'s result that an adapter needs. */
export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>;
}
