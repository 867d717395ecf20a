/**
 * Restores our name where a service changed its encoding, escaped it or put a word before it. Where the service assigns ids,
 * the name alone shows which transactions are ours.
 */

/** Several systems, or several layers of one, may each have changed the name. */
const maxRounds = 3;
/** A service puts at most a word or two before a name. A longer text is its own and only mentions our name. */
const maxPrefix = 40;

/**
 * Our name as we sent it, as far as it can be restored from the name that a service shows. Other names are returned
 * unchanged. Pure.
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

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const withoutPercents = (text: string): string => {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
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

/**
 * The characters of Windows-1252 for the bytes from 0x80 on, which are controls in Latin-1. Bytes without a character stay
 * controls.
 */
const ofWindows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The byte of a character in Latin-1 or Windows-1252; undefined where it is in neither. */
const byteOf = (character: string): number | undefined => {
  const [inWindows, code] = [ofWindows.indexOf(character), character.charCodeAt(0)];
  if (inWindows >= 0) return 0x80 + inWindows;
  return code < 0x100 ? code : undefined;
};
