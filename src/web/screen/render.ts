import type { Html } from './page.tsx';

/** The text of an element, whose parts may be asynchronous. */
export const render = async (element: Html): Promise<string> => {
  const written = await Promise.resolve((await element).toString());
  // With asynchronous parts it is an object, which a stream does not take.
  return written.toString();
};
