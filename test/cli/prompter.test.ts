import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Ended, type Prompter, terminalPrompter } from '../../src/cli/prompter.ts';

const enter = '\r';
const ctrlC = '\u0003';
const ctrlU = '\u0015';
const down = '\u001B[B';

/** What a person sees who types these keys, each as soon as its text is shown, and what the question answers. */
const typing = async <Answer>(
  ask: (prompter: Prompter) => Promise<Answer>,
  keys: readonly (readonly [seen: string, typed: string])[],
): Promise<{ readonly answer: Answer; readonly seen: string }> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let seen = '';
  const left = [...keys];
  output.on('data', (text: Buffer) => {
    seen += text.toString();
    const [next] = left;
    if (next === undefined || !seen.includes(next[0])) return;
    left.shift();
    setImmediate(() => input.write(next[1]));
  });
  const answer = await ask(terminalPrompter(input, output));
  return { answer, seen };
};

describe('the questions at a terminal', () => {
  it('take a line, without the spaces around it', async () => {
    const { answer, seen } = await typing(({ ask }) => ask('Name'), [['Name', ` acme ${enter}`]]);
    expect(answer).toBe('acme');
    expect(seen).toContain('acme');
  });

  it('show a fallback, and take it when nothing is typed', async () => {
    const { answer, seen } = await typing(({ ask }) => ask('Days', { fallback: '90d' }), [['Days', enter]]);
    expect(answer).toBe('90d');
    expect(seen).toContain('90d');
  });

  it('say what is wrong with an answer, and wait for another one', async () => {
    const problemOf = (answer: string): string | null => (answer === 'ftp' ? 'Write https' : null);
    const { answer } = await typing(
      ({ ask }) => ask('Address', { problemOf }),
      [
        ['Address', enter],
        ['Type an answer', `ftp${enter}`],
        ['Write https', `${ctrlU}https${enter}`],
      ],
    );
    expect(answer).toBe('https');
  });

  it('never show a secret', async () => {
    const { answer, seen } = await typing(
      ({ askSecret }) => askSecret('Key'),
      [
        ['Key', enter],
        ['Type an answer', `tnx_CANARY${enter}`],
      ],
    );
    expect(answer).toBe('tnx_CANARY');
    expect(seen).not.toContain('CANARY');
  });

  it('offer yes and no, and a choice, with one of them marked', async () => {
    expect((await typing(({ confirm }) => confirm('Save?', true), [['Save?', enter]])).answer).toBe(true);
    expect((await typing(({ confirm }) => confirm('Save?', false), [['Save?', enter]])).answer).toBe(false);
    const choose = ({ choose: one }: Prompter) => one('Where?', ['shopify', 'stripe']);
    expect((await typing(choose, [['Where?', enter]])).answer).toBe('shopify');
    expect((await typing(choose, [['Where?', `${down}${enter}`]])).answer).toBe('stripe');
  });

  it('end with Ctrl-C', async () => {
    for (const ask of [
      ({ ask: line }: Prompter) => line('A?'),
      ({ askSecret }: Prompter) => askSecret('A?'),
      ({ confirm }: Prompter) => confirm('A?', true),
    ])
      await expect(typing<unknown>(ask, [['A?', ctrlC]])).rejects.toThrow(Ended);
  });
});
