const clients = new WeakMap<Request, string>();

/** Remembers the address of the client. Server adapters know it; a standard `Request` does not carry it. */
export const noteClient = (request: Request, address: string | undefined): void => {
  if (address !== undefined) clients.set(request, address);
};

/**
 * The address at the other end of the connection: that of the proxy, if there is one, because headers that name the client
 * can be forged. Undefined when the host calls the handler itself.
 */
export const clientOf = (request: Request): string | undefined => clients.get(request);
