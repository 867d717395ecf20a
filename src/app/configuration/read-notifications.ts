/** Reads where notifications are sent: an https address that may be signed or Slack's, or a function of the host. */
import { isThisMachine } from '../../domain/fields.ts';
import type { NotificationTarget } from '../notifications/deliver.ts';
import { type Notification, type NotificationKind, notificationKinds } from '../notifications/notification.ts';
import type { FieldReader } from './field-reader.ts';

const urlRemedy = 'Write the https address that notifications are posted to';
const keyRemedy =
  "Write whsec_ and 24 to 64 random bytes in base64: node -p \"'whsec_' + crypto.randomBytes(32).toString('base64')\"";
type Send = (notification: Notification) => unknown;
const isSend = (value: unknown): value is Send => typeof value === 'function';

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
};

export const readNotifications = (reader: FieldReader): Readonly<Record<string, NotificationTarget>> =>
  Object.fromEntries(reader.keys().map((name) => [name, readTarget(reader.object(name, true))]));

const readTarget = (reader: FieldReader): NotificationTarget => {
  const only = readOnly(reader);
  const send = reader.raw('send');
  if (send === undefined) return readAddress(reader, only);
  if (!isSend(send)) reader.complain('send', 'it is not a function', 'Write a function that sends one notification');
  reader.refuseOthers();
  return { only, send: isSend(send) ? send : () => undefined };
};

const readAddress = (reader: FieldReader, only: NotificationTarget['only']): NotificationTarget => {
  const url = reader.secret('url', urlRemedy);
  if (url.reveal() !== '' && !isAddress(url.reveal())) {
    reader.complain(
      'url',
      'it does not begin with https://',
      `${urlRemedy}; plain http is allowed for 127.0.0.1 and localhost only`,
    );
  }
  const key = reader.optionalSecret('secret', keyRemedy);
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(key?.reveal() ?? '') ?? [];
  const { length } = Buffer.from(base64, 'base64');
  if (key !== null && (length < 24 || length > 64))
    reader.complain('secret', 'it is not a key for signatures', keyRemedy);
  const format = reader.choice('format', ['json', 'slack'], 'json');
  reader.refuseOthers();
  return { only, url, key, format };
};

const readOnly = (reader: FieldReader): readonly NotificationKind[] | null => {
  if (!reader.has('only')) return null;
  const kinds = reader.texts('only');
  const known = notificationKinds.filter((kind) => kinds.includes(kind));
  if (known.length !== kinds.length || known.length === 0) {
    reader.complain(
      'only',
      'it names a kind that does not exist, or none',
      `Write some of ${notificationKinds.join(', ')}`,
    );
  }
  return known;
};
