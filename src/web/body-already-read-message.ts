/** What the developer has to change when a body parser ran before the handler. */
export const bodyAlreadyReadMessage =
  'Another body parser read this webhook before tax-nexus-sync, so its signature cannot be checked. Mount the handler before express.json() and other body parsers, or keep the raw bytes: express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).';
