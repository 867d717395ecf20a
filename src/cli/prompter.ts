/** Asks a person at the terminal, by @clack/prompts. Each question throws `Ended` when the person ends the questions (Ctrl-C). */
import type { Readable, Writable } from 'node:stream';

export interface Prompter {
  /** The trimmed answer, or the fallback if nothing was typed. A problem is shown, and the person types again. */
  readonly ask: (question: string, options?: AskOptions) => Promise<string>;
  /** The same, but what the person types is neither shown nor kept. */
  readonly askSecret: (question: string) => Promise<string>;
  /** Yes or no; `isYes` is marked at first. */
  readonly confirm: (question: string, isYes: boolean) => Promise<boolean>;
  /** One of several; the first is marked at first. */
  readonly choose: <Choice extends string>(question: string, choices: readonly Choice[]) => Promise<Choice>;
}

export interface AskOptions {
  readonly fallback?: string | undefined;
  /** Why an answer cannot be used; null if it can. */
  readonly problemOf?: (answer: string) => string | null;
}

export class Ended extends Error {}

export const terminalPrompter = (input: Readable, output: Writable): Prompter => ({
  ask: async (message, { fallback, problemOf = () => null } = {}) => {
    const { text } = await clack();
    const answerOf = (typed = ''): string => typed.trim() || (fallback ?? '');
    const validate = (typed?: string): string | undefined => {
      const answer = answerOf(typed);
      return answer === '' ? nothingTyped : (problemOf(answer) ?? undefined);
    };
    const shown = fallback === undefined ? {} : { placeholder: fallback, defaultValue: fallback };
    return answerOf(orEnd(await text({ input, output, message, validate, ...shown })));
  },
  askSecret: async (message) => {
    const { password } = await clack();
    const validate = (typed = ''): string | undefined => (typed.trim() === '' ? nothingTyped : undefined);
    return orEnd(await password({ input, output, message, validate })).trim();
  },
  confirm: async (message, initialValue) => {
    const { confirm } = await clack();
    return orEnd(await confirm({ input, output, message, initialValue }));
  },
  choose: async <Choice extends string>(message: string, choices: readonly Choice[]) => {
    const { select } = await clack();
    const options = choices.map((value) => ({ value: value as string }));
    return orEnd(await select({ input, output, message, options })) as Choice;
  },
});

const nothingTyped = 'Type an answer; Ctrl-C ends the questions';

/** Loaded when it is used: no other command asks. */
const clack = () => import('@clack/prompts');

/** The library answers with a symbol when the person presses Ctrl-C. */
const orEnd = <Answer>(answer: Answer): Exclude<Answer, symbol> => {
  if (typeof answer === 'symbol') throw new Ended();
  return answer as Exclude<Answer, symbol>;
};
