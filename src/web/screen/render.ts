/** Turns an element, whose parts may be asynchronous, into text that a response can send piece by piece. */
import type { Html } from './page.tsx';

export const render = async (element: Html): Promise<string> => {
  // With asynchronous parts it is an object that only becomes text through `toString`, and a stream does not accept that
  // object.
  const written: unknown = await Promise.resolve((await element).toString());
  return String(written);
};
