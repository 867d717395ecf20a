import type { HttpRequest } from '../../../../src/service/request.ts';

/** One request as the service saw it start. */
export interface RequestLine {
  readonly at: number;
  /** Which process asked. */
  readonly by: string;
  readonly method: HttpRequest['method'];
}

/** A pause that a process was asked to make, from the moment when it got the response. */
export interface Pause {
  readonly by: string;
  readonly from: number;
  readonly until: number;
}

/** What the service observed about its clients. */
export interface RequestLog {
  readonly requests: readonly RequestLine[];
  readonly pauses: readonly Pause[];
  readonly noteRequest: (line: RequestLine) => void;
  readonly notePause: (pause: Pause) => void;
}

export const requestLog = (): RequestLog => {
  const requests: RequestLine[] = [];
  const pauses: Pause[] = [];
  return {
    requests,
    pauses,
    noteRequest: (line) => void requests.push(line),
    notePause: (pause) => void pauses.push(pause),
  };
};
