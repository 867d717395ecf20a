/** An order in the bytes in which it goes over the wire, and where its number, name and time stand in them. */
export interface OrderTemplate {
  /** The id that the order had when it was recorded. */
  readonly gid: string;
  readonly bytes: Buffer;
  readonly idAt: number;
  readonly nameAt: number;
  readonly processedAt: number;
}

const prefix = 'gid://shopify/Order/';
const blankId = '0'.repeat(13);
const blankName = '0'.repeat(8);
const blankInstant = '0000-00-00T00:00:00Z';

/** Ids rise, with gaps, as they do at Shopify; all have thirteen digits. */
const firstId = 5_000_000_000_000;
const idGap = 1_033;

export const orderOfGid = (gid: string): number => (Number(gid.slice(prefix.length)) - firstId) / idGap;

export const orderTemplate = (node: Readonly<Record<string, unknown>>): OrderTemplate => {
  const text = JSON.stringify({
    ...node,
    id: `${prefix}${blankId}`,
    name: `#${blankName}`,
    processedAt: blankInstant,
  });
  const bytes = Buffer.from(text);
  return {
    gid: String(node['id']),
    bytes,
    idAt: bytes.indexOf(`"${prefix}${blankId}"`) + 1 + prefix.length,
    nameAt: bytes.indexOf(`"#${blankName}"`) + 2,
    processedAt: bytes.indexOf(blankInstant),
  };
};

/** Writes an order of a number of its own into a page, and gives the place behind it. */
export const writeOrder = (
  page: Buffer,
  at: number,
  { bytes, idAt, nameAt, processedAt }: OrderTemplate,
  order: number,
  instant: string,
): number => {
  bytes.copy(page, at);
  page.write(String(firstId + order * idGap), at + idAt, 'latin1');
  page.write(String(10_000_000 + order), at + nameAt, 'latin1');
  page.write(instant, at + processedAt, 'latin1');
  return at + bytes.length;
};
