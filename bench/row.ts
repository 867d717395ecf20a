/** One line of the benchmark's table; the ratio comes first, because it is what carries over to another machine. */
export interface Row {
  readonly what: string;
  readonly ratio: string;
  readonly goal: string;
  readonly measured: string;
  readonly 'compared with': string;
}

export const ratioOf = (value: number, base: number): string => `${(value / base).toFixed(2)} x`;
