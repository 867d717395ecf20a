/** `tax-nexus connector new`: gives the author of a new connector a working example with its test, under the new name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { packageFolder } from '../package-folder.ts';

const namePattern = /^[a-z][a-z0-9]{1,30}$/;

/** Writes into a new folder. It changes no file that exists. */
export const connector = (io: CliIo, _action: 'new', name: string): ExitCode => {
  if (!namePattern.test(name)) {
    io.err(
      `A connector's name is one word of small letters and digits, such as acme. It becomes a part of every id.\n`,
    );
    return exitCode.usage;
  }
  const [home, folder] = [packageFolder(), join(io.folder, name)];
  if (home === undefined || existsSync(folder)) {
    io.err(
      home === undefined
        ? 'The examples of the package are missing. Install it again.\n'
        : `The folder ${name} exists. Nothing was written.\n`,
    );
    return exitCode.usage;
  }
  const from = join(home, 'docs/examples/ledger');
  try {
    mkdirSync(folder);
    for (const file of readdirSync(from)) {
      writeFileSync(join(folder, renamed(file, name)), renamed(readFileSync(join(from, file), 'utf8'), name), {
        flag: 'wx',
      });
    }
  } catch {
    io.err(`The folder ${name} cannot be written here. Check the permissions.\n`);
    return exitCode.usage;
  }
  io.err(`Wrote ${name}/: a connector over sample orders, with its test.\n`);
  io.err(
    `Next: npm install io-ts fp-ts && node --test ${name}/${name}.test.mjs\nThen: replace ${name}/orders.mjs by your platform.\n`,
  );
  return exitCode.settled;
};

/** The example under another name: in ids, in texts and in file names. */
const renamed = (text: string, name: string): string =>
  text.replaceAll('ledger', name).replaceAll('Ledger', `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
