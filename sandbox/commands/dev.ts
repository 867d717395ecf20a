/** `tax-nexus dev`: the sandbox and a server in one process, whose log shows what happens to each sale. */
import { join, relative } from 'node:path';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { paint } from '../../src/cli/colors.ts';
import { exitCode, type ExitCode } from '../../src/cli/exit-code.ts';
import { startSandboxIn } from './sandbox-in.ts';
import { serve } from '../../src/cli/commands/serve.ts';

interface DevOptions {
  /** The port of the server. 0: any free one. */
  readonly port: number;
}

/** Until Ctrl-C. */
export const dev = async (io: CliIo, { port }: DevOptions): Promise<ExitCode> => {
  const folder = join(io.folder, '.tax-nexus', 'dev');
  const config = join(folder, 'tax-nexus.config.json');
  const running = await startSandboxIn(folder, config, { state: 'sqlite:./dev.db' });
  if (running === undefined) {
    io.err(`${folder} cannot be written. Check its permissions, or run it in a folder of your own.\n`);
    return exitCode.usage;
  }
  const path = relative(io.folder, config);
  const introduce = (listening: number): void => {
    const address =
      listening === 4000 ? '' : ` --address http://127.0.0.1:${listening}/tax-nexus/webhooks/sample-store`;
    io.err(
      `A stand-in Tax Nexus Service, a shop and a Stripe account are running, and a server on port ${listening}.\nIn another terminal:\n` +
        `  ${paint('bold', `npx tax-nexus trigger order.paid --config ${path}${address}`)}\n` +
        `  ${paint('bold', `npx tax-nexus screen --config ${path}`)}\nCtrl-C ends it.\n\n`,
    );
  };
  try {
    return await serve(io, { config, port, host: '127.0.0.1', path: '/tax-nexus' }, introduce);
  } finally {
    await running.stop();
  }
};
