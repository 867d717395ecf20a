import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');
const prefix = 'cli-for-tests-';
const aDay = 86_400_000;

const sources = (): readonly string[] =>
  ['src', 'connectors'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length)),
  );

/** Loaded only when there is something to compile: it is large. */
const compiler = async (): Promise<(code: string, path: string) => string> => {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'hono/jsx',
  };
  return (code, path) => ts.transpileModule(code, { compilerOptions, fileName: path }).outputText;
};

/** Builds of sources that changed long since; none that another test run may be using just now. */
const removeOld = (): void => {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (name.startsWith(prefix) && Date.now() - statSync(path).mtimeMs > aDay) rmSync(path, { recursive: true });
  }
};

/**
 * The command line as plain JavaScript, compiled from the sources as they are now: the path of its `main.js`.
 *
 * Each state of the sources has a folder of its own in `dist/`, which is made whole before it gets its name and never
 * changes afterwards. So several test workers can want it at once, and no child process ever loads half of one build and
 * half of another. The compiler is that of `npm run build`, without its type check; `npm run smoke` looks at what that makes.
 */
export const builtCli = async (): Promise<string> => {
  const files = sources().map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const folder = join(dist, `${prefix}${digest}`);
  const main = join(folder, 'src/cli/main.js');
  if (existsSync(main)) return main;
  const compile = await compiler();
  const growing = join(dist, `growing-${process.pid}-${digest}`);
  for (const { path, code } of files) {
    const target = join(growing, path.replace(/\.tsx?$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, compile(code, path));
  }
  try {
    renameSync(growing, folder);
  } catch {
    // Another worker was first.
    rmSync(growing, { recursive: true });
  }
  removeOld();
  return main;
};
