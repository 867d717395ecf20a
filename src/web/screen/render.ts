import type { Html } from './page.tsx';

/** The text of an element, whose parts may be asynchronous. */
export const render = async (element: Html): Promise<string> => {
  // With asynchronous parts it is an object that only writes as a text, which a stream does not take.
  const written: unknown = await Promise.resolve((await element).toString());
  return String(written);
};
