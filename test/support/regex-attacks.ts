/** One repeated part of a regular expression, with a text that leads up to it and a text that it repeats. */
export interface RegexAttack {
  readonly before: string;
  readonly repeated: string;
}

interface Parsed {
  /** A text that the part matches, or nearly does. */
  readonly sample: string;
  readonly attacks: readonly RegexAttack[];
}

const escaped: Readonly<Record<string, string>> = { d: '7', D: 'x', w: 'a', W: '!', s: ' ', S: 'x', n: '\n', t: '\t' };
const ofNoWidth = new Set(['b', 'B']);

const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;
const token = /^(?:\\[pP]\{[^}]*\}|\\u[0-9a-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|.)/su;

const memberOf = (characters: string): string => {
  const inside = characters.slice(1, -1);
  if (!inside.startsWith('^')) return sampleOf(token.exec(inside)?.[0] ?? '');
  return ['x', ' ', '7'].find((one) => !inside.includes(one)) ?? 'x';
};

const sampleOf = (text: string): string => {
  if (text.startsWith('[')) return memberOf(text);
  if (text.startsWith('\\u')) return String.fromCharCode(Number.parseInt(text.slice(2), 16));
  if (text.startsWith('\\')) {
    const letter = text.charAt(1);
    return ofNoWidth.has(letter) ? '' : (escaped[letter] ?? (/[pP]/.test(letter) ? 'a' : letter));
  }
  if (text === '.') return 'x';
  return text === '^' || text === '$' ? '' : text;
};

const times = (quantifier: string): number => Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 1);

/**
 * Reads a regular expression for its repeated parts. Of each group with alternatives, `choose` selects one.
 * Deliberately rough: what it gives only has to lead an engine into its loops.
 */
const parse = (source: string, choose: (alternatives: number) => number): Parsed => {
  let at = 0;

  const alternatives = (): Parsed => {
    const all: Parsed[] = [sequence()];
    while (source[at] === '|') {
      at += 1;
      all.push(sequence());
    }
    return all[choose(all.length) % all.length] ?? { sample: '', attacks: [] };
  };

  const group = (): Parsed => {
    const opening = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(source.slice(at))?.[0] ?? '(';
    at += opening.length;
    const inner = alternatives();
    at += 1;
    return /[=!]$/.test(opening) ? { ...inner, sample: '' } : inner;
  };

  const term = (): Parsed => {
    if (source[at] === '(') return group();
    const [text = ''] = token.exec(source.slice(at)) ?? [];
    at += Math.max(1, text.length);
    return { sample: sampleOf(text), attacks: [] };
  };

  const sequence = (): Parsed => {
    let sample = '';
    const attacks: RegexAttack[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = term();
      const [repeat = ''] = quantifier.exec(source.slice(at)) ?? [];
      at += repeat.length;
      attacks.push(...part.attacks.map(({ before, repeated }) => ({ before: sample + before, repeated })));
      if (part.sample !== '') attacks.push({ before: sample, repeated: part.sample });
      sample += part.sample.repeat(times(repeat));
    }
    // A loop may also be one over all that came before.
    return { sample, attacks: [...attacks, { before: '', repeated: sample }] };
  };

  return alternatives();
};

/** Texts that lead a regular expression into each of its loops, through each of the alternatives of its groups. */
export const regexAttacks = ({ source }: RegExp): readonly RegexAttack[] => {
  const most = Math.min(24, source.split('|').length);
  const all = Array.from({ length: most }, (_, choice) => parse(source, () => choice)).flatMap(
    ({ sample, attacks }) => [...attacks, { before: sample, repeated: sample }],
  );
  // A loop that begins with the text may be entered behind something else, too.
  const behind = all.filter(({ before }) => before === '').map(({ repeated }) => ({ before: '!', repeated }));
  const own = [...all, ...behind].filter(({ repeated }) => repeated !== '');
  return [...new Map(own.map((attack) => [JSON.stringify(attack), attack])).values()];
};
