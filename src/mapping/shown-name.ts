// Services change names on the way: they read UTF-8 in another encoding, escape what is not ASCII, or write a word before it. Where ids
// are the service's, the name alone shows what is ours.

/** What Windows-1252 shows for the bytes from 0x80 on that are controls in Latin-1; those are kept where it shows none. */
const ofWindows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The byte of a character in Latin-1 or Windows-1252; undefined where it is in neither. */
const byteOf = (character: string): number | undefined => {
  const [inWindows, code] = [ofWindows.indexOf(character), character.charCodeAt(0)];
  if (inWindows >= 0) return 0x80 + inWindows;
  return code < 0x100 ? code : undefined;
};

/** UTF-8 that was read as Latin-1 or Windows-1252; the text itself where it is neither. */
const readAsUtf8 = (text: string): string => {
  if (!/[\u00c2-\u00f4]/.test(text)) return text;
  const bytes = Array.from(text, (character) => byteOf(character));
  if (bytes.includes(undefined)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes.map((byte) => byte ?? 0)));
  } catch {
    return text;
  }
};

const namedEntities: Readonly<Record<string, string>> = { middot: '·', num: '#', amp: '&', nbsp: ' ', quot: '"' };

const withoutEntities = (text: string): string =>
  text
    .replaceAll(/&#(\d{1,4});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([\da-f]{1,4});/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&([a-z]+);/g, (entity, name: string) => namedEntities[name] ?? entity);

const withoutPercents = (text: string): string => {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Mangled by one service after another, or by one at each of its doors. */
const maxRounds = 3;
/** A service writes at most a word or two before a name. A longer text is the service's own and only mentions our name. */
const maxPrefix = 40;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Our name as a service shows it, in the form that it was sent in as far as that can be undone: another encoding, escapes, and a
 * text before the name of the platform. Names of others are returned as they are. Pure.
 *
 * @param platforms how our names begin, in any case
 * @example
 * ownFormOf(['shopify'])('API - Shopify #1001 Â· 5012345678') // "Shopify #1001 · 5012345678"
 */
export const ownFormOf = (platforms: readonly string[]): ((shown: string) => string) => {
  const begins = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${platforms.map(escaped).join('|')})[^\\p{L}\\p{N}].*\\p{N}.*$`,
    'isu',
  );
  return (shown) => {
    let text = shown;
    for (let round = 1; round <= maxRounds; round += 1) {
      const undone = withoutEscapes(withoutPercents(withoutEntities(readAsUtf8(text))));
      if (undone === text) break;
      text = undone;
    }
    const at = platforms.length === 0 ? -1 : text.search(begins);
    return at > 0 && at <= maxPrefix ? text.slice(at) : text;
  };
};
