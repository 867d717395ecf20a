/** Makes something at its first use and keeps it; an attempt that throws is made again at the next use. */
export const lazily = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined;
  return () => (made ??= { value: make() }).value;
};
