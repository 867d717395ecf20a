/**
 * Finds files that another user of the machine may have planted, before we read a key or write data there. Pure: the file
 * system is an argument.
 */
import * as E from 'fp-ts/lib/Either.js';

/** Who runs this process. Both are undefined on Windows, where files have no owner of this kind. */
export interface ProcessUser {
  readonly uid: number | undefined;
  /** The user's own group. */
  readonly gid: number | undefined;
}

/** What the file system states about a file. */
interface FileFacts {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Root may do everything anyway. */
export const isOfAnotherUser = (file: Pick<FileFacts, 'uid'>, { uid }: Pick<ProcessUser, 'uid'>): boolean =>
  uid !== undefined && file.uid !== uid && file.uid !== 0;

/** Why another user could have written a file or a folder; undefined where only this user and root could. */
export const foreignReason = (file: FileFacts, user: ProcessUser): string | undefined => {
  if (user.uid === undefined) return undefined;
  if (isOfAnotherUser(file, user)) return 'it belongs to another user';
  const isOfOthers = (file.mode & 0o002) !== 0 || ((file.mode & 0o020) !== 0 && file.gid !== user.gid);
  return isOfOthers ? 'other users may write to it' : undefined;
};

/** Whether users besides the owner may read a file. Always false where files have no owner. */
export const isReadableByOthers = ({ mode }: Pick<FileFacts, 'mode'>, { uid }: Pick<ProcessUser, 'uid'>): boolean =>
  uid !== undefined && (mode & 0o044) !== 0;

interface LinkPorts {
  /** Undefined where there is no such file. Never follows a link. */
  readonly lstat: (path: string) => (Pick<FileFacts, 'uid'> & { readonly isSymbolicLink: () => boolean }) | undefined;
  /** The target of a link, resolved from the link's folder. */
  readonly target: (path: string) => string;
}

/** The same limit as in Linux. */
const maxLinks = 40;

/**
 * The path that a link leads to, and the links behind it; the path itself where it is no link. The file need not exist. Left: the
 * link that another user made, or that leads in a circle.
 */
export const followOwnLinks =
  ({ lstat, target }: LinkPorts, user: Pick<ProcessUser, 'uid'>) =>
  (path: string): E.Either<string, string> => {
    let at = path;
    for (let links = 0; links <= maxLinks; links += 1) {
      const stat = lstat(at);
      if (stat === undefined || !stat.isSymbolicLink()) return E.right(at);
      if (isOfAnotherUser(stat, user)) return E.left(at);
      at = target(at);
    }
    return E.left(path);
  };
