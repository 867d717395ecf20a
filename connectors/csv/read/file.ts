/** Opens a CSV file and reads it record by record, an order with all its rows; failures say what to do about the file. */
import { stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { codeIn, refused, rejected, toSourceError, unreachable } from '../../../src/connector-kit/failures.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Fields } from '../shapes/shape.ts';
import { type Header, recognize } from '../shapes/recognize.ts';
import { type OpenFile, openFile, type Position, readRows, startOfFile } from './rows.ts';

/** The effects of reading a file. */
export interface FileSystem {
  readonly open: OpenFile;
  /** False for a pipe or a device, which may never end, and cannot be read twice. A folder fails when it is opened. */
  readonly isReadable: (path: string) => Promise<boolean>;
  /** Changes when the file changes. */
  readonly version: (path: string) => Promise<string>;
}

export const localFiles: FileSystem = {
  open: openFile,
  isReadable: async (path) => {
    const found = await stat(path);
    return found.isFile() || found.isDirectory();
  },
  version: async (path) => {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  },
};

/** A file with its header. */
export interface OpenedFile extends Header {
  readonly files: FileSystem;
  readonly path: string;
  /** Where the first record begins. */
  readonly first: Position;
}

/** The rows of one record, which stand together. */
export interface FileRecord {
  readonly id: string;
  readonly rows: readonly [Fields, ...Fields[]];
  readonly at: Position;
  readonly next: Position;
}

const failures: ReadonlyMap<string, () => Error> = new Map([
  ['ENOENT', () => rejected('There is no such file. Correct its path.')],
  ['EISDIR', () => rejected('It is a folder. Name a file.')],
  ['EACCES', () => refused('The file may not be read. Change its permissions.')],
  ['EPERM', () => refused('The file may not be read. Change its permissions.')],
  ...['EIO', 'EBUSY', 'EMFILE'].map((code): [string, () => Error] => [code, () => unreachable(code)]),
]);

/** What the file system throws, as a failure that says what to do; anything else as it is. */
export const fileFailure = (thrown: unknown): unknown => failures.get(codeIn(thrown) ?? '')?.() ?? thrown;

/** Reads the header of a file. Left if the file does not exist, or its header is not a known one. */
export const openCsvFile = (path: string, files: FileSystem = localFiles): TE.TaskEither<SourceError, OpenedFile> =>
  TE.tryCatch(() => readHeader(path, files), toSourceError('The file'));

/** The records of a file from a position on, which must be where a record begins. */
export const readRecords = async function* (
  { files, path, columns, fieldsOf, shape }: OpenedFile,
  from: Position,
): AsyncGenerator<FileRecord> {
  let current: FileRecord | undefined;
  try {
    for await (const { fields, at, next } of readRows(files.open, path, from, columns.length)) {
      const row = fieldsOf(fields);
      if (current !== undefined && shape.continues(current.rows[0], row)) {
        current = { ...current, rows: [...current.rows, row], next };
        continue;
      }
      if (current !== undefined) yield current;
      current = { id: shape.idOf(row), rows: [row], at, next };
    }
  } catch (thrown) {
    throw fileFailure(thrown);
  }
  if (current !== undefined) yield current;
};

/** Exports have under a hundred. */
const maxColumns = 1_000;

const readHeader = async (path: string, files: FileSystem): Promise<OpenedFile> => {
  try {
    if (!(await files.isReadable(path))) throw rejected('It is a pipe or a device. Save it as a file first.');
    for await (const { fields, next } of readRows(files.open, path, startOfFile, null)) {
      if (fields.length > maxColumns)
        throw rejected(`The first line has ${fields.length} columns, more than ${maxColumns}. Export the file again.`);
      const header = recognize(fields);
      if (E.isLeft(header)) throw rejected(header.left);
      return { ...header.right, files, path, first: next };
    }
  } catch (thrown) {
    throw fileFailure(thrown);
  }
  throw rejected('The file is empty.');
};
