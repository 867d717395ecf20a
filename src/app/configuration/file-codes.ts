const permission = 'Give the user who runs this the permission to read it';

/** What to do about what the file system says of a file. */
export const fileCodes = {
  EACCES: permission,
  EPERM: permission,
  ENOENT: 'Put it there, or correct the path',
  EISDIR: 'It is a folder; put a file there',
} as const;

export const isFileCode = (code: unknown): code is keyof typeof fileCodes =>
  typeof code === 'string' && Object.hasOwn(fileCodes, code);
