/**
 * The settings that a configuration file and a host's options share: service, sync database, address, schedule, retention,
 * notifications.
 */
import { isAbsolute, resolve } from 'node:path';
import * as t from 'io-ts';
import { fieldOf } from '../../domain/fields.ts';
import type { HostPool } from '../../domain/host-pool.ts';
import {
  mapped,
  orElse,
  orNull,
  type Setting,
  settingOf,
  type SettingsOf,
  settingsOf,
  textSetting,
  wholeNumber,
  withDefault,
} from '../../domain/setting.ts';
import { secret } from '../../domain/secret.ts';
import { defaultSchedule, type Schedule, scheduleComplaint } from '../../live/index.ts';
import type { Foundation, StateConfiguration } from './configuration.ts';
import { notificationSettings } from './notification-settings.ts';
import { addressSetting, type Env, secretSetting } from '../../domain/secret-setting.ts';
import { serviceSettings } from './service-settings.ts';

export interface FoundationContext {
  /** From which relative paths start. */
  readonly folder: string;
  readonly env: Env;
  /** Whether the service needs a key, because no account has its own. */
  readonly needsKey: boolean;
}

export const foundationSettings = ({ folder, env, needsKey }: FoundationContext): SettingsOf<Foundation> => ({
  service: serviceSettings(env, needsKey),
  state: stateSetting(folder, env),
  publicUrl: orElse(
    addressSetting('Write the public address of the handler, such as https://app.example.com/tax-nexus'),
    null,
  ),
  schedule: withDefault(schedule, {}),
  retention: orElse(settingsOf({ months: wholeNumber({ least: 1, most: 1_200 }) }), null),
  notifications: withDefault(notificationSettings(env), {}),
});

/** The address of a database is a secret. */
export const stateSetting = (folder: string, env: Env): Setting<StateConfiguration> => {
  const remedy =
    'Write sqlite: and a path, such as sqlite:./tax-nexus.db, or the address of a PostgreSQL database, such as postgres://user:password@host:5432/database; in code also a pool of pg';
  const ofText = mapped(
    secretSetting(env, remedy, (text) =>
      isPostgres(text) || /^sqlite:./.test(text)
        ? undefined
        : 'it names neither an SQLite file nor a PostgreSQL database',
    ),
    (given): StateConfiguration => {
      const text = given.reveal();
      if (isPostgres(text)) return { engine: 'postgres', address: secret(text) };
      const path = text.slice('sqlite:'.length);
      return { engine: 'sqlite', path: path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path) };
    },
  );
  return settingOf<StateConfiguration>(
    ofText.schema,
    (written, context) =>
      isHostPool(written)
        ? t.success({ engine: 'host', database: written })
        : ofText.validate(written ?? 'sqlite:./tax-nexus.db', context),
    true,
  );
};

const isPostgres = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

const isHostPool = (given: unknown): given is HostPool => typeof fieldOf(given, 'connect') === 'function';

/** When a task is due: a cron expression; null for never. */
const cron = orNull(
  textSetting('Write minute, hour, day, month and weekday, such as "0 4 * * *"', (expression) =>
    scheduleComplaint(expression) === undefined ? undefined : 'it is not a cron expression',
  ),
);

const schedule = settingsOf<Schedule>({
  catchUp: withDefault(cron, defaultSchedule.catchUp),
  reconcile: withDefault(cron, defaultSchedule.reconcile),
});
