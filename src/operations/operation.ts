/** One operation, as its file declares it: what hosts, the HTTP API, the screen and commands call. */
import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { readFields, type JsonSchema, schemaOf } from '../domain/json-schema.ts';
import { unknownRun } from '../pipeline/failures.ts';
import { type Access, accountPorts } from './access.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import type { OperationPorts } from './ports.ts';
import { noRun, type Operation } from './state.ts';

/**
 * What a user may do: `view` what they see; `operate`: check, start, pause, cancel and retry syncs, count days, repair webhooks;
 * `approve`: note decisions, sign off, close months, and with `operate` send into closed months. Each includes viewing.
 */
export type Right = 'view' | 'operate' | 'approve';

/** Who asks, and what they may see. */
export interface Caller {
  readonly ports: OperationPorts;
  /** The account of a run, without an id of the newest; none for a run that is unknown. */
  readonly accountOfRun: (runId?: string) => Promise<O.Option<string>>;
}

/** What a request is about, which decides the account. */
type About =
  | { readonly _tag: 'Account'; readonly account: string | undefined }
  | {
      readonly _tag: 'Storefronts';
      readonly account: string | undefined;
      readonly storefronts: readonly string[] | undefined;
    }
  | { readonly _tag: 'Storefront'; readonly storefront: string }
  | { readonly _tag: 'Run'; readonly runId: string | undefined }
  /** All accounts that the caller sees. */
  | { readonly _tag: 'All' };

export const ofAccount = ({ account }: { readonly account?: string | undefined }): About => ({
  _tag: 'Account',
  account,
});
export const ofStorefronts = ({
  account,
  storefronts,
}: {
  readonly account?: string | undefined;
  readonly storefronts?: readonly string[] | undefined;
}): About => ({ _tag: 'Storefronts', account, storefronts });
export const ofStorefront = ({ storefront }: { readonly storefront: string }): About => ({
  _tag: 'Storefront',
  storefront,
});
export const ofRun = ({ runId }: { readonly runId?: string | undefined }): About => ({ _tag: 'Run', runId });
export const ofAll = (): About => ({ _tag: 'All' });

/** The ports of the account that a request is about: what is of others does not exist for the operation. */
export const narrowed = ({ ports, accountOfRun }: Caller, about: About): Operation<OperationPorts> => {
  switch (about._tag) {
    case 'All':
      return TE.right(ports);
    case 'Account':
      return TE.fromEither(portsOf(ports, about.account, ports.storefronts()));
    case 'Storefronts':
      return TE.fromEither(portsOf(ports, about.account, about.storefronts ?? ports.storefronts()));
    case 'Storefront':
      return TE.right(accountPorts(ports, ports.accountOf(about.storefront)));
    case 'Run': {
      const { runId } = about;
      const unknown = runId === undefined ? noRun : failureOf(unknownRun(runId));
      return pipe(
        () => accountOfRun(runId),
        TE.fromTask,
        TE.flatMap(TE.fromOption(() => unknown)),
        TE.map((account) => accountPorts(ports, account)),
      );
    }
  }
};

/** The server-sent events of one moment. */
export interface Followed {
  readonly events: readonly { readonly event: string; readonly data: string }[];
  /** No more events will follow. */
  readonly isOver: boolean;
}

/** Reads the events to send now; undefined when there is nothing to follow. */
export type Follow = () => Promise<Followed | undefined>;

type Promised = (...words: never[]) => Promise<unknown>;
type AnswerOf<Method extends Promised> = Awaited<ReturnType<Method>>;

/** The fields in the braces of a path. */
type InPath<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;

/** The other parts of an HTTP request, besides its query or body. */
interface Request<Path extends string> {
  readonly path: Readonly<Record<InPath<Path>, string>>;
  /** The name of the user. */
  readonly by: string;
}

/** How an operation is asked over HTTP. */
interface OverHttp<Asked, Given, Answer, Shown, Path extends string> {
  readonly method: 'get' | 'post';
  /** `/runs/{runId}/lines`. */
  readonly path: Path;
  /** The query of a `get`, the body of a `post`. */
  readonly given: t.Type<Given>;
  readonly ask: (given: Given, request: Request<Path>) => Asked;
  /** Refuses requests that a host may make, but an HTTP client may not. */
  readonly refuse?: (given: Given) => E.Either<OperationFailure, unknown>;
  /** Default 200; 204 without an answer. */
  readonly status?: 201 | 204;
  /** Null for none, and for a file. */
  readonly answer: t.Encoder<Shown, unknown> | null;
  /** The part of the promise's result that is answered. */
  readonly show: (answer: Answer) => Shown;
  /** The types of the file that it answers with: `run` gives an `ExportedFile`. */
  readonly files?: readonly string[];
  /** What its server-sent events are: `run` gives a `Follow`. */
  readonly events?: string;
  /** Whether an `Idempotency-Key` counts. */
  readonly isStart?: boolean;
}

interface Declaration<Method extends Promised, Asked, Given, Shown, Path extends string> {
  /** `tieOut`: the `operationId` of the document. */
  readonly name: string;
  readonly summary: string;
  readonly right: Right;
  readonly about: (asked: Asked) => About;
  /** Turns the arguments of the promise into the request. */
  readonly ask: (...words: Parameters<Method>) => Asked;
  readonly run: (ports: OperationPorts, asked: Asked) => Operation<AnswerOf<Method>>;
  /** Left out where only hosts and commands ask. */
  readonly http?: OverHttp<Asked, Given, AnswerOf<Method>, Shown, Path>;
}

/** What the document of the HTTP API needs of an operation. */
export interface DescribedOperation
  extends
    Pick<Declaration<Promised, unknown, unknown, unknown, string>, 'name' | 'summary' | 'right'>,
    Pick<OverHttp<unknown, unknown, unknown, unknown, string>, 'method' | 'path' | 'files' | 'events'> {
  readonly status: 200 | 201 | 204;
  readonly isStart: boolean;
  /** Whether a request may name the account that it is about. */
  readonly namesAccount: boolean;
  readonly given: JsonSchema;
  readonly answer: JsonSchema | null;
}

/** What the HTTP API needs of an operation. */
export interface HttpOperation extends DescribedOperation {
  /** Left says what is wrong with the fields of the request. */
  readonly read: (
    given: unknown,
    request: { readonly path: Readonly<Record<string, string>>; readonly by: string },
  ) => E.Either<string, (caller: Caller) => Operation<unknown>>;
}

/** An operation of the table. */
export interface DeclaredOperation<Words extends readonly unknown[], Answer> {
  readonly call: (caller: Caller, ...words: Words) => Operation<Answer>;
  /** Null where only hosts and commands ask. */
  readonly http: HttpOperation | null;
}

/** The same for other operations, which run it on the ports that they have. */
export interface RunnableOperation<Words extends readonly unknown[], Answer, Asked> extends DeclaredOperation<
  Words,
  Answer
> {
  readonly run: (ports: OperationPorts, asked: Asked) => Operation<Answer>;
}

/** For what is asked as it is given. */
export const asIs = <A>(given: A): A => given;

/** The one argument of a promise. */
type RequestOf<Method extends Promised> = Exclude<Parameters<Method>[0], undefined>;

/**
 * Declares an operation, whose promise has the type `Method`. `Asked`: what its arguments ask, where the promise takes not one
 * request.
 */
export const operation =
  <Method extends Promised, Asked = RequestOf<Method>>() =>
  <Given, Shown, const Path extends string>(
    declared: Declaration<Method, Asked, Given, Shown, Path>,
  ): RunnableOperation<Parameters<Method>, AnswerOf<Method>, Asked> => {
    const { name, summary, right, about, ask, run, http } = declared;
    const runFor = (caller: Caller, asked: Asked): Operation<AnswerOf<Method>> =>
      pipe(
        narrowed(caller, about(asked)),
        TE.flatMap((ports) => run(ports, asked)),
      );
    return {
      run,
      call: (caller, ...words) => runFor(caller, ask(...words)),
      http: http === undefined ? null : overHttp({ name, summary, right }, http, runFor),
    };
  };

/** Who asks, over all accounts that they see. */
export interface UserCaller {
  readonly ports: OperationPorts;
  readonly user: Access & { readonly name: string; readonly may?: readonly Right[] };
  /** The account that the request names. */
  readonly account: string | undefined;
}

/** What only the HTTP API asks, over all accounts of a user. */
export interface UserOperation extends DescribedOperation {
  /** Left says what is wrong with the fields of the request. */
  readonly read: (given: unknown) => E.Either<string, (caller: UserCaller) => Operation<unknown>>;
}

export const userOperation = <Given, Shown>({
  given: codec,
  answer,
  run,
  namesAccount = false,
  ...known
}: Pick<DescribedOperation, 'name' | 'summary' | 'path'> & {
  readonly namesAccount?: boolean;
  readonly given: t.Type<Given>;
  readonly answer: t.Encoder<Shown, unknown>;
  readonly run: (caller: UserCaller, given: Given) => Operation<Shown>;
}): UserOperation => ({
  ...{ ...known, namesAccount, right: 'view', method: 'get', status: 200, isStart: false },
  given: schemaOf(codec),
  answer: schemaOf(answer as t.Mixed),
  read: (given) =>
    pipe(
      readFields(codec, given),
      E.map((read) => (caller) => run(caller, read)),
    ),
});

/** The ports of the one account that these storefronts belong to. */
const portsOf = (
  ports: OperationPorts,
  account: string | undefined,
  storefronts: readonly string[],
): E.Either<OperationFailure, OperationPorts> => {
  const [first = account, ...others] = new Set(account === undefined ? storefronts.map(ports.accountOf) : [account]);
  if (others.length === 0) return E.right(first === undefined ? ports : accountPorts(ports, first));
  return fail(
    'ACCOUNT',
    `The request is about storefronts of ${others.length + 1} accounts. Name storefronts of one, or its account.`,
  );
};

const overHttp = <Asked, Given, Answer, Shown, Path extends string>(
  known: Pick<HttpOperation, 'name' | 'summary' | 'right'>,
  http: OverHttp<Asked, Given, Answer, Shown, Path>,
  runFor: (caller: Caller, asked: Asked) => Operation<Answer>,
): HttpOperation => {
  const { method, path, given: codec, ask, refuse, answer, show, status = 200, isStart = false, files, events } = http;
  return {
    ...{ ...known, method, path, status, isStart, namesAccount: true, given: schemaOf(codec) },
    // Only the schema is read from the codec. It describes at least the fields that are answered.
    answer: answer === null ? null : schemaOf(answer as t.Mixed),
    ...(files !== undefined && { files }),
    ...(events !== undefined && { events }),
    read: (given, request) =>
      pipe(
        readFields(codec, given),
        E.map((read) => (caller) => {
          const refused = refuse?.(read) ?? E.right(undefined);
          // The router has already found each field of the path.
          return pipe(
            TE.fromEither(refused),
            TE.flatMap(() => runFor(caller, ask(read, request as Request<Path>))),
            TE.map(show),
          );
        }),
      ),
  };
};
