import { bucket, cap, evenWork, type MakeModel, queue, unevenWork } from './service-model.ts';

const changing = (at: number): number => (at < 40_000 || at >= 80_000 ? 16 : 4);

/** The limits that a service may have without documenting them. */
export const models: Readonly<Record<string, MakeModel>> = {
  'token bucket, 50 a second': bucket(50, 10),
  'token bucket shared with a foreign client': bucket(50, 10, 20),
  'sixteen workers and a queue': queue(() => 16),
  'a queue whose workers change: 16, 4, 16': queue(changing),
  'sixteen requests at a time': cap(16),
  'four slow workers (200 ms) and a queue': queue(() => 4, evenWork(200)),
};

/** Services whose answers take long, or unevenly long, without a queue: they want many requests at the same time. */
export const wideModels: Readonly<Record<string, MakeModel>> = {
  'twenty workers': queue(() => 20),
  'sixty-four workers whose work differs': queue(() => 64, unevenWork(15, 45)),
};
