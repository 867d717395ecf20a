import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs } from '../../domain/decode.ts';
import type { ServiceWire, WireCodec } from '../../domain/wire-settings.ts';
import type { FieldReader } from './field-reader.ts';

const oneOf = <A extends string>(...choices: readonly [A, A, ...A[]]): t.Type<A> =>
  t.union([t.literal(choices[0]), t.literal(choices[1]), ...choices.slice(2).map((choice) => t.literal(choice))]);

const Settings = t.partial(
  {
    amounts: oneOf('number', 'string', 'minorUnits'),
    names: t.record(t.string, t.string),
    nulls: oneOf('send', 'omit', 'blank'),
    identity: oneOf('auto', 'client', 'service'),
    marketplaces: t.type({ codes: t.array(t.string), others: oneOf('omit', 'send', 'hold') }),
    entities: t.array(t.string),
    extra: t.UnknownRecord,
    optional: t.array(oneOf('tags', 'shipFromAddress', 'lineItems.taxCode', 'lineItems.tags')),
    metadata: t.array(t.string),
    zeroTotals: oneOf('send', 'skip', 'hold'),
  },
  'service.wire',
);

const Codec: t.Type<Partial<WireCodec>> = t.partial({ encode: t.Function, decode: t.Function }) as never;

/** Fields that `names` can rename, by our path. */
const ourPaths: ReadonlySet<string> = new Set(
  (
    'id name parentId transactedAt currency lineItems total subtotal discount shippingHandling taxCollected recalculate ' +
    'entity purpose marketplace shipToAddress shipToAddress.line1 shipToAddress.line2 shipToAddress.city ' +
    'shipToAddress.state shipToAddress.zip shipToAddress.country lineItems.id lineItems.quantity lineItems.amount ' +
    'lineItems.discount lineItems.productName lineItems.productSku lineItems.taxCode lineItems.tags tags metadata shipFromAddress'
  ).split(' '),
);

const keys: ReadonlySet<string> = new Set([...Object.keys(Settings.props), 'encode', 'decode']);

const remedy = 'docs/service.md lists every setting and its values';

/** How the service differs on the wire. JSON can hold all of it, but for a codec of the host's own. */
export const readWire = (reader: FieldReader): ServiceWire => {
  const raw = reader.raw('wire');
  if (raw === undefined || raw === null) return {};
  const complain = (problem: string): ServiceWire => {
    reader.complain('wire', problem, remedy);
    return {};
  };
  const settings = decodeAs(Settings)(raw);
  if (E.isLeft(settings)) return complain(`it cannot be read (${settings.left.problems.join('; ')})`);
  if (!Codec.is(raw)) return complain('encode and decode are functions');
  const unknownKey = Object.keys(settings.right).find((key) => !keys.has(key));
  if (unknownKey !== undefined) return complain(`there is no setting "${unknownKey}"`);
  const unknownPath = Object.keys(settings.right.names ?? {}).find((path) => !ourPaths.has(path));
  if (unknownPath !== undefined) return complain(`names: we send no field "${unknownPath}"`);
  return settings.right;
};
