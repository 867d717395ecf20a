import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** A certificate for localhost that only its own key has signed, as X.509 (RFC 5280), and that key; for a server of a test. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')));
  const commonName = sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from('localhost')));
  const name = sequence(der(0x31, commonName));
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const body = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    sequence(body, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
};
