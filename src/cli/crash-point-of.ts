import type { CrashPoint } from '../sync/ports.ts';

/**
 * For tests of recovery alone: `after_post_before_commit:3` kills this process, without any chance to clean up, the third
 * time it passes that point. Without a setting it does nothing.
 */
export const crashPointOf = (setting: string | undefined): ((name: CrashPoint) => void) => {
  if (setting === undefined) return () => undefined;
  const [name, count] = setting.split(':');
  let passes = Number(count ?? '1');
  return (point) => {
    if (point !== name) return;
    passes -= 1;
    if (passes === 0) process.kill(process.pid, 'SIGKILL');
  };
};
