/** Options as a host without a compiler may pass them: anything but an object counts as no options. */
export const optionsOrEmpty = <A extends object>(options: A | null | undefined): Partial<A> =>
  typeof options === 'object' && options !== null ? options : {};
