/** `@jest/globals` is Jest's own runner alone; the light one has the same functions as globals. */
export const { expect, it, test, describe, beforeAll, beforeEach, afterAll, afterEach } = globalThis;
