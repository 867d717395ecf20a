// What the sources load when it is first needed. A file that is read takes real time, and a virtual clock would leap ahead.
import '../../src/live/jobs/tasks.ts';
import '../../src/live/run-tasks.ts';
import '../../src/live/tick-once.ts';
import '../../src/pipeline/historical-sync.ts';
import '../../src/reconcile/nightly.ts';
import '../../src/reconcile/reconcile.ts';
