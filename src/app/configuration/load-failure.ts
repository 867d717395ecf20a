import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { Complaint } from './complaint.ts';
import { fileFailure } from './file-failure.ts';
import { isFileCode } from './file-codes.ts';
import { type Thrown, thrownBy } from './thrown.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The kind of an error; its name may be anything that the file has written there. */
const kindOf = ({ name, code }: Thrown): string => {
  if (isFileCode(code)) return code;
  return /^(?:[A-Z][A-Za-z]{2,20})?Error$/.test(textOf(name)) ? textOf(name) : 'unknown error';
};

/** Where the syntax is wrong, as jiti says it: columns from 0. A path that is no file's may be anything. */
const placeIn = (path: string, message: string): string => {
  const [, file = '', line, column] = /\n (.+):(\d+):(\d+)$/.exec(message) ?? [];
  if (!isAbsolute(file) || !existsSync(file)) return '';
  const within = file === path ? '' : ` of ${relative(dirname(path), file)}`;
  return ` at line ${line}, column ${Number(column) + 1}${within}`;
};

const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*$/;
const relativePath = /^\.{1,2}\/[\w./-]+$/;

const moduleIn = (message: string): string => {
  const [, name = ''] = /^Cannot find (?:module|package) '([^'\n]+)'/.exec(message) ?? [];
  return packageName.test(name) || relativePath.test(name) ? ` (${name})` : '';
};

/**
 * Why a file could not be loaded, and what to do. Of the error only its kind is told, and what cannot be a secret: a place, a
 * module's name, a code of the file system. Its message may quote the file.
 */
export const loadFailure = (path: string, error: unknown): Complaint => {
  const thrown = thrownBy(error);
  const message = textOf(thrown.message);
  const complaint = (problem: string, remedy: string): Complaint => ({
    path,
    problem: `it cannot be read: ${problem}`,
    remedy,
  });
  const refused = fileFailure(path, error);
  if (refused !== undefined) return refused;
  if (message.startsWith('ParseError:')) {
    return complaint(`its syntax is wrong${placeIn(path, message)}`, 'Correct it there, or just before');
  }
  if (thrown.code === 'MODULE_NOT_FOUND' || thrown.code === 'ERR_MODULE_NOT_FOUND') {
    return complaint(`a module that it imports is missing${moduleIn(message)}`, 'Install it, or correct the import');
  }
  return complaint(
    `it failed while it ran (${kindOf(thrown)})`,
    'Correct what it does when it is loaded; a variable of the environment that is not set is a usual reason. What the error says is left out, as it may quote a secret',
  );
};
