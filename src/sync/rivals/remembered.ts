/**
 * Asks each question once, also when it is put twice at the same time, and remembers the newest answers: memory stays flat
 * however long the run. What `isWorthKeeping` refuses is asked again.
 */
export const remembered = <A>(
  most: number,
  isWorthKeeping: (answer: A) => boolean = () => true,
): ((question: string, ask: () => Promise<A>) => Promise<A>) => {
  const answers = new Map<string, Promise<A>>();
  return async (question, ask) => {
    const before = answers.get(question);
    if (before !== undefined) return before;
    const answer = ask();
    answers.set(question, answer);
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    const given = await answer;
    if (!isWorthKeeping(given)) answers.delete(question);
    return given;
  };
};
