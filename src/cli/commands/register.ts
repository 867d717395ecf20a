/**
 * `tax-nexus register`: notes or lists the states in which the business is registered, so that exposure does not name them as
 * new.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Chosen } from '../../app/plugin/command.ts';
import type { ListedRegistration } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { registrationText } from '../render/registration.ts';
import { json } from '../render/text.ts';

interface RegisterOptions extends CommonOptions {
  readonly since?: string;
  /** Who registered or files there. */
  readonly with?: string;
  readonly managedElsewhere?: boolean;
  readonly remove?: boolean;
  /** Default: the user of this machine. */
  readonly by?: string;
  readonly json?: boolean;
}

/** Asks neither a platform nor the service. */
export const register = (io: CliIo, state: string | undefined, options: RegisterOptions): Promise<ExitCode> =>
  withAccount(io, options, async (account) => {
    const code = state?.toUpperCase();
    const done = await outcomeOf(
      code === undefined
        ? list(account)
        : options.remove === true
          ? remove(account, code)
          : save(io, account, code, options),
    );
    if (E.isLeft(done)) return fail(io, done.left);
    const [result, text] = done.right;
    io.out(options.json === true ? json(result) : `${text}\n`);
    return exitCode.settled;
  });

const describe = (one: ListedRegistration): string => `${registrationText(one)}${one.isSetting ? ' (a setting)' : ''}.`;

const list = async ({ registrations }: Chosen): Promise<readonly [object, string]> => {
  const items = await registrations.list();
  const text = items.length === 0 ? 'No registration is known.' : items.map(describe).join('\n');
  return [{ registrations: items }, text];
};

const remove = async ({ registrations }: Chosen, state: string): Promise<readonly [object, string]> => {
  const removed = await registrations.remove({ state });
  const text = removed.hasChanged
    ? `${state}: the registration was removed.`
    : `${state}: no registration was noted. Nothing was changed.`;
  return [removed, text];
};

const save = async (io: CliIo, { registrations }: Chosen, state: string, options: RegisterOptions) => {
  const saved = await registrations.save({
    ...{ state, by: options.by ?? userName(io.env) },
    ...(options.since !== undefined && { since: options.since }),
    ...(options.with !== undefined && { registeredBy: options.with }),
    ...(options.managedElsewhere === true && { status: 'managed elsewhere' }),
  });
  return [saved, describe(saved)] as const;
};
