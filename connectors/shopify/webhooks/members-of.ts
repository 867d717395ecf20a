const quote = 0x22;
const backslash = 0x5c;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const opens = (code: number): boolean => code === 0x7b || code === 0x5b;
const closes = (code: number): boolean => code === 0x7d || code === 0x5d;

const broken = (): SyntaxError => new SyntaxError('it is no JSON object');

const behindBlanks = (json: string, from: number): number => {
  let at = from;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
};

/** A quote ends its text when an even number of backslashes stands before it. */
const behindText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  throw broken();
};

const behindNested = (json: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < json.length;) {
    const code = json.charCodeAt(at);
    if (opens(code)) depth += 1;
    if (closes(code)) depth -= 1;
    if (depth === 0) return at + 1;
    at = code === quote ? behindText(json, at) : at + 1;
  }
  throw broken();
};

/** Numbers, `true`, `false` and `null` go on to the next comma, blank or bracket. */
const behindBare = (json: string, from: number): number => {
  let at = from;
  for (let code = json.charCodeAt(at); at < json.length; code = json.charCodeAt((at += 1))) {
    if (code === 0x2c || closes(code) || isBlank(code)) return at;
  }
  throw broken();
};

const behindValue = (json: string, from: number): number => {
  const code = json.charCodeAt(from);
  if (code === quote) return behindText(json, from);
  return opens(code) ? behindNested(json, from) : behindBare(json, from);
};

const behind = (json: string, mark: '{' | ':', from: number): number => {
  const at = behindBlanks(json, from);
  if (json[at] !== mark) throw broken();
  return behindBlanks(json, at + 1);
};

/**
 * The members of a JSON object, each value still as its text: what lies within a value costs next to nothing as long as
 * nobody parses it. A name that comes twice comes twice here too.
 *
 * @throws SyntaxError when the text is no JSON object. What is wrong within a value shows when that value is parsed.
 * @example
 * membersOf('{"id": 7, "lines": [{}]}') // [['id', '7'], ['lines', '[{}]']]
 */
export const membersOf = (json: string): readonly (readonly [name: string, value: string])[] => {
  const members: (readonly [string, string])[] = [];
  let at = behind(json, '{', 0);
  let isLast = json[at] === '}';
  while (!isLast) {
    if (json.charCodeAt(at) !== quote) throw broken();
    const nameEnd = behindText(json, at);
    const name: unknown = JSON.parse(json.slice(at, nameEnd));
    const valueStart = behind(json, ':', nameEnd);
    const valueEnd = behindValue(json, valueStart);
    members.push([String(name), json.slice(valueStart, valueEnd)]);
    at = behindBlanks(json, valueEnd);
    isLast = json[at] === '}';
    if (!isLast && json[at] !== ',') throw broken();
    if (!isLast) at = behindBlanks(json, at + 1);
  }
  if (behindBlanks(json, at + 1) !== json.length) throw broken();
  return members;
};
