/** Writes what the app's framework needs to serve and start the plugin. The code is that of the package's examples. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, posix } from 'node:path';
import type { CliIo } from './cli-io.ts';
import { pluginText, type WrittenConfiguration } from './config-text.ts';
import type { Host } from './hosts.ts';
import { packageFolder } from './package-folder.ts';

/** The plugin stands at the top of the app, and one folder above each example. */
const plugin = 'tax-nexus.mjs';

/** Overwrites nothing: it prints the code for a file that exists. */
export const writeHostFiles = (io: CliIo, host: Host, configuration: WrittenConfiguration): void => {
  const home = packageFolder();
  if (home === undefined) {
    io.err('The examples of the package are missing. Install it again.\n');
    return;
  }
  const byHand: (readonly [file: string, code: string])[] = [];
  const write = (file: string, code: string): void => {
    const before = existing(io.folder, file);
    if (before !== undefined) {
      byHand.push([before, code]);
      return;
    }
    try {
      mkdirSync(dirname(join(io.folder, file)), { recursive: true });
      writeFileSync(join(io.folder, file), code, { flag: 'wx' });
      io.err(`Wrote ${file}.\n`);
    } catch {
      byHand.push([file, code]);
    }
  };
  const example = (file: string): string => readFileSync(join(home, 'docs/examples', host.example, file), 'utf8');
  write(plugin, pluginText(configuration));
  for (const [from, to] of Object.entries(host.files)) {
    const file = inApp(host, io.folder, to);
    write(file, codeFor(example(from), file));
  }
  for (const [from, to] of Object.entries(host.byHand)) byHand.push([to, codeFor(example(from), to)]);
  for (const [file, code] of byHand) {
    io.err(`\nAdd to ${file} by hand what this code has of tax-nexus:\n\n${indented(code)}\n`);
  }
  io.err(`\nThen commands can also take the plugin of your app: npx tax-nexus check --app ./${plugin}\n\n`);
};

/** A file of the name with any ending of JavaScript or TypeScript. */
const existing = (folder: string, path: string): string | undefined => {
  const { dir, name } = parse(path);
  const inFolder = join(folder, dir);
  const found = existsSync(inFolder) ? readdirSync(inFolder) : [];
  const same = found.find((file) => /\.[cm]?[jt]sx?$/.test(file) && parse(file).name === name);
  return same === undefined ? undefined : posix.join(dir, same);
};

/** The path in this app: those of Next.js are in `src` if the app has that folder and no folder `app`. */
const inApp = ({ name }: Host, folder: string, path: string): string => {
  const isInSrc = name === 'Next.js' && !path.startsWith('next.config') && !existsSync(join(folder, 'app'));
  return isInSrc && existsSync(join(folder, 'src')) ? posix.join('src', path) : path;
};

/** The example's code, with the path to the plugin as it is from the app's file. */
const codeFor = (text: string, file: string): string => {
  const path = posix.relative(posix.dirname(file), plugin);
  return text.replaceAll(/'(?:\.\.\/)+tax-nexus\.mjs'/g, `'${path.startsWith('.') ? path : `./${path}`}'`);
};

const indented = (code: string): string => code.trimEnd().replaceAll(/^(?=.)/gm, '  ');
