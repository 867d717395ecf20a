/** Wraps the sentences of a command's output to the width of the terminal, but not tables, JSON and commands. */
const escape = '\u001B\\[';

/** Color sequences take no width. */
const color = new RegExp(`${escape}\\d+m`, 'g');

const redraw = new RegExp(`\r|${escape}\\d*[A-Za-ln-z]`);

/** Breaks sentences between words; further lines are indented below their beginning. */
export const wrapped = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');

const widthOf = (text: string): number => text.replaceAll(color, '').length;

/** Lines that people copy or programs read, such as rows of CSV, and lines that redraw themselves. */
const isKept = (line: string): boolean => /^\s*(?:[[{"]|npx |tax-nexus )|,\S*,/.test(line) || redraw.test(line);

/** The spaces before a sentence, and the mark of a check before it: `  todo  `. */
const start = /^\s*(?:\S{2,4} {2,})?/;

const wrapLine = (line: string, columns: number): string => {
  const bare = line.replaceAll(color, '');
  const [head = ''] = start.exec(bare) ?? [];
  // Double spaces within a line are the columns of a table.
  if (bare.length <= columns || isKept(line) || bare.slice(head.length).includes('  ')) return line;
  const isMarked = head.trim() !== '';
  const hang = ' '.repeat(isMarked || head === '' ? head.length : head.length + 2);
  const lines: string[] = [];
  const [first = '', ...words] = line.split(/(?<=\S) (?=\S)/);
  let current = first;
  for (const word of words) {
    if (widthOf(`${current} ${word}`) > columns) {
      lines.push(current);
      current = `${hang}${word}`;
    } else current = `${current} ${word}`;
  }
  return [...lines, current].join('\n');
};
