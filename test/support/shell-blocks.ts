import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of commands that a page shows. */
export interface ShellBlock {
  readonly page: string;
  /** The heading of the second level above it; empty above the first of them. */
  readonly heading: string;
  readonly text: string;
}

const pages = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name).replaceAll('\\', '/')),
];

/** A block without a language is one of commands when it begins like one. */
const isShell = (language: string, text: string): boolean =>
  ['sh', 'bash', 'shell', 'console'].includes(language) ||
  (language === '' && /^\s*(npm|npx|node|tax-nexus|curl|export|cp|git|docker|psql|sqlite3|pg_dump)\b/.test(text));

/** Every block of commands in the docs, in order. */
export const shellBlocks: readonly ShellBlock[] = pages.flatMap((page) =>
  readFileSync(page, 'utf8')
    .split(/^## /m)
    .flatMap((section, at) => {
      const [heading = ''] = at === 0 ? [] : section.split('\n', 1);
      return [...section.matchAll(/^ *```([a-z]*)\n([\s\S]*?)^ *```/gm)]
        .filter(([, language = '', text = '']) => isShell(language, text))
        .map(([, , text = '']) => ({ page, heading, text }));
    }),
);

/** The commands of a block: comments are none, and a line that ends in a backslash goes on. */
export const commandsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '');

/** What stands between the words of a sentence, such as `npm start`. */
export const inlineCommands: readonly string[] = pages
  .filter((page) => page !== 'CHANGELOG.md')
  .flatMap((page) =>
    [
      ...readFileSync(page, 'utf8')
        .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
        .matchAll(/`((?:npx |npm |tax-nexus )[^`\n]+)`/g),
    ].map(([, command = '']) => command),
  );

/** They continue until they are ended. */
const endless = ['serve', 'screen', 'sandbox', 'demo', 'worker', 'dev', 'listen'];

/** Whether a command of the command line ends, as it stands. */
export const isBrief = (command: string): boolean => {
  const [, verb = ''] = /^(?:npx )?tax-nexus ([a-z-]+)/.exec(command) ?? [];
  return verb !== '' && !endless.includes(verb) && !/[<…>|&]/.test(command);
};
