/** `tax-nexus storefront reopen`: reads a storefront again whose merchant left, had all data erased, and came back. */
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, withCommand } from '../open-command.ts';
import { json } from '../render/text.ts';

interface ReopenOptions extends CommonOptions {
  readonly storefront: string;
  readonly json?: boolean;
}

export const reopen = (io: CliIo, { storefront, ...options }: ReopenOptions): Promise<ExitCode> =>
  withCommand(io, options, async ({ taxNexus }) => {
    const isReopened = await taxNexus.storefronts.reopen(storefront);
    const done = 'is read and sent again. Earlier sales stay known by their ids, and are not sent twice';
    if (options.json === true) io.out(json({ storefront, isReopened }));
    else io.out(`${storefront} ${isReopened ? done : 'was not erased: there is nothing to reopen'}.\n`);
    return exitCode.settled;
  });
