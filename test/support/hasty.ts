/** A clock that runs twenty times as fast. */
export const hasty = (): (() => number) => {
  const began = Date.now();
  return () => began + 20 * (Date.now() - began);
};
