import { bucket, cap, type MakeModel, queue } from './service-model.ts';

const changing = (at: number): number => (at < 40_000 || at >= 80_000 ? 16 : 4);

/** The limits that a service may have without telling. */
export const models: Readonly<Record<string, MakeModel>> = {
  'token bucket, 50 a second': bucket(50, 10),
  'token bucket shared with a foreign client': bucket(50, 10, 20),
  'sixteen workers and a queue': queue(() => 16),
  'a queue whose workers change: 16, 4, 16': queue(changing),
  'sixteen requests at a time': cap(16),
};
