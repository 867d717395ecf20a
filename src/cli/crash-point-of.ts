import type { CrashPoint } from '../pipeline/ports.ts';

/**
 * For tests of recovery alone: `after_post_before_commit:3` kills this process, without any chance to clean up, the third
 * time it passes that point; with `:stop` behind it stops the process, until it is let go on. Without a setting it does nothing.
 */
export const crashPointOf = (setting: string | undefined): ((name: CrashPoint) => void) => {
  if (setting === undefined) return () => undefined;
  const [name, count, how] = setting.split(':');
  let passes = Number(count ?? '1');
  return (point) => {
    if (point !== name) return;
    passes -= 1;
    if (passes === 0) process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  };
};
