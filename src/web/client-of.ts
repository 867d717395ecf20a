const clients = new WeakMap<Request, string>();

/** Notes from which address a request came; adapters of servers know it, a standard `Request` does not carry it. */
export const noteClient = (request: Request, address: string | undefined): void => {
  if (address !== undefined) clients.set(request, address);
};

/**
 * The address of the connection that a request came through: that of a proxy where there is one, because a header that says
 * otherwise can be made up. Undefined where the host calls the handler itself.
 */
export const clientOf = (request: Request): string | undefined => clients.get(request);
