// What the handler shares with the server adapters. An app that imports an adapter loads this file, so it stays small.

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

const read = new WeakSet<Request>();

/** Remembers that a body parser of the host has read the body, so that its signed bytes are gone. */
export const noteBodyRead = (request: Request): void => void read.add(request);

/** Whether the body was read before. Only server adapters know it where the host's parser read Node's own stream. */
export const isBodyRead = (request: Request): boolean => request.bodyUsed || read.has(request);

/** What the developer has to change when a body parser ran before the handler. */
export const bodyAlreadyReadMessage =
  'Another body parser read this webhook before tax-nexus-sync, so its signature cannot be checked. Mount the handler before express.json() and other body parsers, or keep the raw bytes; in Express: express.json({ verify: (req, res, rawBody) => Object.assign(req, { rawBody }) }).';
