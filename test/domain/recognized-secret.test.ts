import { describe, expect, it } from '@jest/globals';
import { secretProblem } from '../../src/domain/recognized-secret.ts';

describe('a pasted key', () => {
  it.each(['$NAME', '$TAX_NEXUS_KEY', '$KEY_2', '$_KEY', '${NAME}', '${service_key}', 'process.env.KEY', ' $NAME '])(
    'is the name of an environment variable: %s',
    (value) => {
      expect(secretProblem(value, 'service key')).toMatch(/^it is the name of an environment variable/);
    },
  );

  it.each([
    '$abc123',
    '$ABC123',
    '$Xy',
    '$2b$10$abc',
    '${abc',
    '$abc}',
    '$',
    '${}',
    'NAME',
    '$5_A',
    'process.environment',
  ])('may look a little like one: %s', (value) => {
    expect(secretProblem(value, 'service key')).toBeUndefined();
  });
});
