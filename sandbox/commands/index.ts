// Each command loads only the code that it needs: `trigger` and `listen` start no stand-in.
import type { demo as Demo } from './demo.ts';
import type { dev as Dev } from './dev.ts';
import type { listen as Listen } from './listen.ts';
import type { sandbox as Sandbox } from './sandbox.ts';
import type { trigger as Trigger } from './trigger.ts';

export const demo = async (): Promise<typeof Demo> => (await import('./demo.ts')).demo;
export const dev = async (): Promise<typeof Dev> => (await import('./dev.ts')).dev;
export const listen = async (): Promise<typeof Listen> => (await import('./listen.ts')).listen;
export const sandbox = async (): Promise<typeof Sandbox> => (await import('./sandbox.ts')).sandbox;
export const trigger = async (): Promise<typeof Trigger> => (await import('./trigger.ts')).trigger;
