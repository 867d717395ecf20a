/** What a host without a compiler wrote for options: none at all, or something else than an object, is one without any. */
export const asWritten = <A extends object>(options: A | null | undefined): Partial<A> =>
  typeof options === 'object' && options !== null ? options : {};
