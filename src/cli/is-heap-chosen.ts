/**
 * Whether somebody gave Node more or less room for young objects than it takes by itself: who does so has decided how much
 * memory there is. Pure.
 *
 * @param options those of Node, from its command line and from `NODE_OPTIONS`
 */
export const isHeapChosen = (options: readonly string[]): boolean =>
  options.some((option) => /--(max|min)[-_]semi[-_]space[-_]size/.test(option));
