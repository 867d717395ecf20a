/**
 * Finds the members of a JSON object without parsing their values, so that a webhook's large parts that we do not use cost
 * nothing.
 */

const quote = 0x22;

const backslash = 0x5c;

/**
 * The members of a JSON object, each value as unparsed text. Duplicate names are kept.
 *
 * @param most how many members are read
 * @throws SyntaxError when the text is not a JSON object, or has more members. Errors within a value only show when that value is
 * parsed.
 * @example
 * membersOf('{"id": 7, "lines": [{}]}') // [['id', '7'], ['lines', '[{}]']]
 */
export const membersOf = (
  json: string,
  most = Number.POSITIVE_INFINITY,
): readonly (readonly [name: string, value: string])[] => {
  const members: (readonly [string, string])[] = [];
  let at = skipMark(json, '{', 0);
  let isLast = json[at] === '}';
  while (!isLast) {
    if (json.charCodeAt(at) !== quote || members.length >= most) throw broken();
    const nameEnd = endOfText(json, at);
    const name: unknown = JSON.parse(json.slice(at, nameEnd));
    const valueStart = skipMark(json, ':', nameEnd);
    const valueEnd = endOfValue(json, valueStart);
    members.push([String(name), json.slice(valueStart, valueEnd)]);
    at = skipBlanks(json, valueEnd);
    isLast = json[at] === '}';
    if (!isLast && json[at] !== ',') throw broken();
    if (!isLast) at = skipBlanks(json, at + 1);
  }
  if (skipBlanks(json, at + 1) !== json.length) throw broken();
  return members;
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const opens = (code: number): boolean => code === 0x7b || code === 0x5b;

const closes = (code: number): boolean => code === 0x7d || code === 0x5d;

const broken = (): SyntaxError => new SyntaxError('not a JSON object');

const skipBlanks = (json: string, from: number): number => {
  let at = from;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
};

/** A quote ends its text when an even number of backslashes precedes it. */
const endOfText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  throw broken();
};

const endOfNested = (json: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < json.length;) {
    const code = json.charCodeAt(at);
    if (opens(code)) depth += 1;
    if (closes(code)) depth -= 1;
    if (depth === 0) return at + 1;
    at = code === quote ? endOfText(json, at) : at + 1;
  }
  throw broken();
};

/** Numbers, `true`, `false` and `null` end at the next comma, blank or bracket. */
const endOfBare = (json: string, from: number): number => {
  let at = from;
  for (let code = json.charCodeAt(at); at < json.length; code = json.charCodeAt((at += 1))) {
    if (code === 0x2c || closes(code) || isBlank(code)) return at;
  }
  throw broken();
};

const endOfValue = (json: string, from: number): number => {
  const code = json.charCodeAt(from);
  if (code === quote) return endOfText(json, from);
  return opens(code) ? endOfNested(json, from) : endOfBare(json, from);
};

const skipMark = (json: string, mark: '{' | ':', from: number): number => {
  const at = skipBlanks(json, from);
  if (json[at] !== mark) throw broken();
  return skipBlanks(json, at + 1);
};
