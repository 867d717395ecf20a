/** `1 sale`, `2 sales`, `0 sales`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
