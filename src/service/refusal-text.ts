import * as t from 'io-ts';

const ErrorBody = t.partial({
  code: t.unknown,
  issues: t.array(t.partial({ path: t.unknown })),
});

/** The fields of the interface. Anything else could be a value that was echoed. */
const fields: ReadonlySet<string> = new Set(
  (
    'id name total subtotal discount shippingHandling currency lineItems transactedAt shipToAddress taxCollected ' +
    'recalculate entity purpose marketplace parentId quantity amount productName productSku ' +
    'line1 line2 city state zip country'
  ).split(' '),
);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const partsOf = (path: unknown): readonly string[] =>
  (Array.isArray(path) ? path.map(String) : String(path).split(/[./[\]]+/)).filter(
    (part) => part !== '' && part !== '$',
  );

/** A service may name its own fields: a name that stands in nothing that we sent is no value. */
const isField = (part: string, sent: string): boolean =>
  fields.has(part) || (/^[a-z][A-Za-z0-9_]{1,39}$/.test(part) && !sent.toLowerCase().includes(part.toLowerCase()));

const pathOf = (path: unknown, sent: string): string =>
  partsOf(path)
    .map((part) => (isField(part, sent) || /^\d{1,4}$/.test(part) ? part : '…'))
    .slice(0, 6)
    .join('.');

/** A code is letters, and nothing that stands in what we sent: no city, no name, no key. */
const codeOf = (code: unknown, sent: string): string | undefined =>
  typeof code === 'string' &&
  /^[A-Za-z][A-Za-z_.-]{2,39}$/.test(code) &&
  !sent.toLowerCase().includes(code.toLowerCase())
    ? code
    : undefined;

const mostPaths = 5;

/**
 * What the body of a refusal says, as far as it can be shown: its code, and the paths of the fields that it complains
 * about. Never its prose and never a value, which may be an address. Empty when there is nothing to show.
 *
 * @param sent everything confidential that the service could echo: the body that was sent
 * @example
 * refusalText('{"code":"INVALID","issues":[{"path":["shipToAddress","zip"]}]}', body) // 'INVALID: shipToAddress.zip'
 */
export const refusalText = (body: string, sent: string): string => {
  const parsed = parse(body);
  if (!ErrorBody.is(parsed)) return '';
  const code = codeOf(parsed.code, sent);
  const paths = [...new Set((parsed.issues ?? []).map(({ path }) => pathOf(path, sent)))].filter((path) =>
    /\w/.test(path),
  );
  return [code, paths.slice(0, mostPaths).join(', ')].filter((part) => part !== undefined && part !== '').join(': ');
};
