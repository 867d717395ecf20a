/** The settings of where notifications are sent: an https address that may be signed or Slack's, or a function of the host. */
import * as t from 'io-ts';
import { fieldOf } from '../../domain/fields.ts';
import type { Secret } from '../../domain/secret.ts';
import {
  listOf,
  mapOf,
  mapped,
  oneOf,
  orElse,
  refused,
  type Setting,
  settingOf,
  settingsOf,
  withDefault,
} from '../../domain/setting.ts';
import type { NotificationTarget } from '../notifications/deliver.ts';
import { type Notification, type NotificationKind, notificationKinds } from '../notifications/notification.ts';
import { type Env, parseAddress, secretSetting, unsafeProblem } from '../../domain/secret-setting.ts';

type Targets = Readonly<Record<string, NotificationTarget>>;

export const notificationSettings = (env: Env): Setting<Targets> => {
  const byAddress = mapped(
    settingsOf<WrittenAddress>({
      url: secretSetting(env, urlRemedy, addressProblem),
      secret: orElse(secretSetting(env, keyRemedy, keyProblem), null),
      format: withDefault(oneOf('json', 'slack'), 'json'),
      only,
    }),
    ({ secret, ...target }): NotificationTarget => ({ ...target, key: secret }),
  );
  return mapOf(
    settingOf<NotificationTarget>(byAddress.schema, (written, context) =>
      (fieldOf(written, 'send') === undefined ? byAddress : byFunction).validate(written, context),
    ),
  );
};

interface WrittenAddress {
  readonly url: Secret;
  readonly secret: Secret | null;
  readonly format: 'json' | 'slack';
  readonly only: readonly NotificationKind[] | null;
}

const urlRemedy = 'Write the https address that notifications are posted to';
const keyRemedy =
  "Write whsec_ and 24 to 64 random bytes in base64: node -p \"'whsec_' + crypto.randomBytes(32).toString('base64')\"";

const addressProblem = (text: string) => {
  const url = parseAddress(text);
  return url === null || unsafeProblem(url) !== undefined
    ? {
        problem: 'it does not begin with https://',
        remedy: `${urlRemedy}; plain http is allowed for 127.0.0.1 and localhost only`,
      }
    : undefined;
};

const keyProblem = (text: string): string | undefined => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length < 24 || length > 64 ? 'it is not a key for signatures' : undefined;
};

/** Null for all kinds. */
const only = orElse(
  settingOf<readonly NotificationKind[]>(listOf(oneOf(...notificationKinds)).schema, (written, context) => {
    const known = notificationKinds.filter((kind) => Array.isArray(written) && written.includes(kind));
    return Array.isArray(written) && known.length === written.length && known.length > 0
      ? t.success(known)
      : refused(
          context,
          'it names a kind that does not exist, or none',
          `Write some of ${notificationKinds.join(', ')}`,
        );
  }),
  null,
);

type Send = (notification: Notification) => unknown;

const byFunction: Setting<NotificationTarget> = settingsOf<{
  readonly send: Send;
  readonly only: readonly NotificationKind[] | null;
}>({
  send: settingOf<Send>(null, (written, context) =>
    typeof written === 'function'
      ? t.success(written as Send)
      : refused(context, 'it is not a function', 'Write a function that sends one notification'),
  ),
  only,
});
