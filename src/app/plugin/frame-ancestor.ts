/** An origin alone: anything else in a policy of a browser's could say more than it should. */
export const isFrameAncestor = (text: string): boolean =>
  /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/i.test(text);

export const frameAncestorRemedy =
  'Write the origin of each page that may show the screen, such as https://admin.shopify.com';
