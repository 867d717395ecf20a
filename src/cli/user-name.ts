import { userInfo } from 'node:os';

/**
 * Who is logged in to this machine. A container may run as a user that has no name; then the environment says it, or
 * nobody does.
 */
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
