/**
 * `tax-nexus resolve`: notes what a person did about a difference or a change, so that the next reconciliation shows it as
 * resolved.
 */
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';

interface ResolveOptions extends CommonOptions {
  readonly note: string;
  readonly json?: boolean;
  /** Default: the user of this machine, see `userName`. */
  readonly by?: string;
}

/** Changes nothing at the service or at the platform. */
export const resolve = async (
  io: CliIo,
  storefront: string,
  id: string,
  { note, by, ...options }: ResolveOptions,
): Promise<ExitCode> => {
  if (note.trim() === '') {
    // An empty note would resolve a difference without a reason.
    io.err('The note is empty. Write what was done: --note "…".\n');
    return exitCode.usage;
  }
  return withAccount(
    io,
    options,
    async (account) => {
      const platform = account.connectorOf(storefront)?.platform;
      if (platform !== undefined && !id.startsWith(`${platform}:`)) {
        // A note under the order number would never be found, and the difference would stay.
        io.err(
          `"${id}" is not an id of ${storefront}: its ids begin with ${platform}: and are shown in the reconciliation.\n`,
        );
        return exitCode.usage;
      }
      const noted = await account.resolve({ storefront, id, note, by: by ?? userName(io.env) });
      if (options.json === true) io.out(json(noted));
      else
        io.out(
          id.includes('/')
            ? `Noted. The next reconciliation shows ${id} as resolved.\n`
            : `Saved a note on ${id}. A difference or a change is resolved under its own id, which reconcile prints: it has a slash.\n`,
        );
      return exitCode.settled;
    },
    { storefronts: [storefront] },
  );
};
