/** A text without the slashes at its end. A regular expression would take the square of their number. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};
