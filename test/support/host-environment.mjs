import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const entered = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...all) {
  entered.add(this);
  return run.apply(this, all);
};

/**
 * What a suite runs in: Node as a host runs it, in production (the sandbox's GraphQL looks for a second copy of itself at each
 * value otherwise, which takes a quarter of its time), with errors of ten calls, Node's default. Jest keeps a hundred, and
 * `expect` makes an error each time, as do the platforms' SDKs for each request.
 *
 * The asynchronous contexts of a suite end with it. Jest begins one for each file and ends none, and up to Node 22 each
 * promise of a process pays for each of them: 0.1 microseconds with none, 11 with sixty.
 */
export default class HostEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.process.env.NODE_ENV = 'production';
    this.global.Error.stackTraceLimit = 10;
  }

  async teardown() {
    for (const storage of entered) storage.disable();
    entered.clear();
    await super.teardown();
  }
}
