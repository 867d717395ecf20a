// `node --import …/longest-turn.mjs`: writes the CPU milliseconds of a turn of the event loop that is longer than all before it into
// the file LONGEST_TURN, a line each, so that a process that is killed has written them as well. CPU time, because a busy machine
// lengthens wall time; from the first connection on, because a program is loaded in long turns before that.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const measure = () => {
  let longest = 0;
  let before = cpuMs();
  const look = () => {
    const now = cpuMs();
    if (now - before > longest) {
      longest = now - before;
      appendFileSync(process.env.LONGEST_TURN, `${longest}\n`);
    }
    before = now;
  };
  setInterval(look, 5).unref();
};

let isMeasured = false;
subscribe('net.client.socket', () => {
  if (!isMeasured) measure();
  isMeasured = true;
});
