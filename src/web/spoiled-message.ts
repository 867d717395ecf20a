/** What the person who installed the handler has to change when a body parser was there before it. */
export const spoiledMessage =
  'The body of this webhook was read before tax-nexus-sync saw it, so that its signature cannot be checked. Mount the handler before express.json() and other body parsers, or keep the raw bytes: express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).';
