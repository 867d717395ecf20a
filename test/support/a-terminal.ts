import type { CliIo } from '../../src/cli/cli-io.ts';
import type { ExitCode } from '../../src/cli/exit-code.ts';
import { Ended, type Prompter } from '../../src/cli/prompter.ts';
import { withColors } from '../../src/cli/colors.ts';
import { run } from '../../src/cli/program.ts';
import { withoutLeaks } from './leaks-in.ts';

/** What a command line answered. */
export interface Answered {
  readonly code: ExitCode;
  readonly out: string;
  /** Without the line about the configuration. */
  readonly err: string;
  /** Paths of the configurations that it named. */
  readonly configurations: readonly string[];
}

const aboutConfiguration = /^Configuration: (.*)\n/gm;

export interface TerminalOptions {
  readonly env?: CliIo['env'];
  /** Called with all that stood in `err` so far, and a way to press Ctrl-C. */
  readonly watch?: (err: string, interrupt: () => void) => void;
  readonly isTerminal?: boolean;
  /** Milliseconds since 1970, for a clock that is ahead. */
  readonly now?: () => number;
  /** What the person answers to the questions that contain a text; without it there is no terminal to ask on. */
  readonly answers?: Answers;
  /** The sandbox prints its keys on purpose. */
  readonly mayShowKeys?: boolean;
}

/** Answers by a part of their question, in the order in which they are used up; null ends the questions. */
export type Answers = readonly (readonly [question: string, answer: string | null])[];

/** Fails at a question that has no answer. What is typed as a secret is not shown. */
const scriptedPrompter = (answers: Answers, show: (text: string) => void): Prompter => {
  const left = [...answers];
  const answer = (question: string): string => {
    const [next] = left.splice(0, 1);
    if (next === undefined || !question.includes(next[0])) throw new Error(`no answer to: ${question}`);
    if (next[1] === null) throw new Ended();
    return next[1];
  };
  return {
    ask: async (question, { fallback = '', problemOf = () => null } = {}) => {
      const asked = `${question} (${fallback})`;
      for (;;) {
        const given = answer(asked) || fallback;
        show(`${asked} ${given}\n`);
        const problem = given === '' ? 'nothing typed' : problemOf(given);
        if (problem === null) return Promise.resolve(given);
        show(`${problem}\n`);
      }
    },
    askSecret: async (question) => {
      show(`${question}\n`);
      return Promise.resolve(answer(question));
    },
    confirm: async (question, isYes) => Promise.resolve((answer(question) || (isYes ? 'y' : 'n')) === 'y'),
    choose: async (question, choices) => {
      const given = answer(question);
      const found = choices.find((choice) => choice === given);
      if (found === undefined) throw new Error(`${given} is no choice of: ${question}`);
      return Promise.resolve(found);
    },
  };
};

/** Runs one command line in this process, in a folder, with its output captured and searched for leaks. */
export const inTerminal =
  (folder: string) =>
  async (words: readonly string[], options: TerminalOptions = {}): Promise<Answered> => {
    const {
      env = {},
      watch = () => undefined,
      isTerminal = false,
      mayShowKeys = false,
      now = Date.now,
      answers,
    } = options;
    const printed: { out: string; err: string } = { out: '', err: '' };
    const listeners = new Set<() => void>();
    const interrupt = (): void => listeners.forEach((listener) => listener());
    const hear = (stream: 'out' | 'err') => (text: string) => {
      printed[stream] += withColors(text, false);
      watch(printed.err, interrupt);
    };
    const io: CliIo = {
      out: hear('out'),
      err: hear('err'),
      isTerminal,
      columns: () => 100,
      prompter: answers === undefined ? null : () => scriptedPrompter(answers, hear('err')),
      folder,
      env,
      loadEnvFile: () => undefined,
      now,
      onInterrupt: (callback) => {
        listeners.add(callback);
        return () => listeners.delete(callback);
      },
      exitNow: (code) => {
        throw new Error(`the process ended with ${code}`);
      },
    };
    const code = await run(io, words);
    const err = withoutLeaks(printed.err);
    return {
      code,
      out: mayShowKeys ? printed.out : withoutLeaks(printed.out),
      err: err.replaceAll(aboutConfiguration, ''),
      configurations: [...err.matchAll(aboutConfiguration)].map(([, path = '']) => path),
    };
  };
