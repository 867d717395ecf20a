// Loaded before a program (`node --import`): its clock is wrong by the milliseconds in the file BAD_CLOCK, and jumps when
// another number is written there.
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const RightDate = Date;
let offset = 0;
const read = () => {
  const milliseconds = Number(readFileSync(process.env.BAD_CLOCK, 'utf8'));
  if (Number.isFinite(milliseconds)) offset = milliseconds;
};
read();
setInterval(read, 20).unref();

globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + offset);
    else super(...given);
  }
  static now() {
    return RightDate.now() + offset;
  }
};
