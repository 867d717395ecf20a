import { carryOutTask } from './carry-out-task.ts';
import { Task } from './task.ts';

/** A child process of a campaign: one task after the other, until its parent has none left. */
process.on('message', (message) => {
  if (!Task.is(message)) throw new Error('this is no task');
  void carryOutTask(message).then((answer) => process.send?.(answer));
});
