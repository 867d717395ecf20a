import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
  ts.sys,
  '.',
);
const changed = new Map();
let version = 0;
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => fileNames,
  getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
  getScriptSnapshot: (path) => {
    const text = changed.get(path)?.text ?? ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
});

/** Whether the changed file still compiles: what the compiler refuses needs no test. */
export const compiles = ({ file, start, end, kind, to }) => {
  const path = resolve(file);
  const text = readFileSync(path, 'utf8');
  const middle = kind === 'replace' ? `(${to})` : kind === 'remove' ? '' : `{ return;${text.slice(start + 1, end)}`;
  changed.set(path, { text: text.slice(0, start) + middle + text.slice(end), version: (version += 1) });
  const errors = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
  changed.set(path, { text, version: (version += 1) });
  return errors.length === 0;
};
