import { userInfo } from 'node:os';

/** The user of this machine. A container may run as a user without a name; then the environment may state it. */
export const userName = (
  env: Readonly<Record<string, string | undefined>>,
  loggedIn: () => string = () => userInfo().username,
): string => {
  try {
    return loggedIn();
  } catch {
    return env['USER'] ?? env['USERNAME'] ?? 'unknown';
  }
};
