/** Asks the host app who sent a request and what that person may do, and treats every unclear answer as no user. */
import { errorName } from '../domain/errors.ts';
import type { Authorize, Right, ScreenPorts, ScreenUser } from './screen/screen-ports.ts';

/** Not by `instanceof`: server adapters replace the global class. */
export const isResponse = (given: unknown): given is Response =>
  typeof given === 'object' && given !== null && 'arrayBuffer' in given && 'status' in given;

const failing = new WeakSet<Authorize>();

/**
 * @returns the user; or the response that the host wants sent instead; undefined for no user, and also when asking fails, so that
 * an error never grants access
 */
export const askHost = async (
  { authorize, log }: Pick<ScreenPorts, 'log'> & { readonly authorize: Authorize },
  request: Request,
): Promise<ScreenUser | Response | undefined> => {
  try {
    const asked: unknown = await authorize(request);
    failing.delete(authorize);
    return isResponse(asked) ? asked : userIn(asked);
  } catch (error) {
    // The error may hold what the host looked up. Anyone may send a request, so it is logged once until a call succeeds.
    if (!failing.has(authorize))
      log.error('The option "authorize" failed, so the screen stays closed.', { defect: errorName(error) });
    failing.add(authorize);
    return undefined;
  }
};

/** Whether a user may do something. Each right includes viewing. */
export const hasRight = ({ may }: Pick<ScreenUser, 'may'>, right: Right): boolean =>
  may === undefined || right === 'view' || may.includes(right);

/** Whether the host still names a user with the same rights as before. */
export const isSameAccess = (asked: ScreenUser | Response | undefined, before: ScreenUser): boolean =>
  asked !== undefined && !isResponse(asked) && accessOf(asked) === accessOf(before);

const rights: readonly unknown[] = ['view', 'operate', 'approve'] satisfies readonly Right[];

/**
 * A host may return anything, because it may be written in JavaScript. Without a name or clear rights, the result does not count
 * as a user.
 */
const userIn = (given: unknown): ScreenUser | undefined => {
  if (typeof given !== 'object' || given === null || !('name' in given) || typeof given.name !== 'string')
    return undefined;
  const name = given.name.trim().slice(0, 200);
  const { storefronts, account, accounts, accountNames, may, frame } = given as Partial<ScreenUser>;
  const isClear =
    isListOf(storefronts, isText) &&
    isListOf(accounts, isText) &&
    isListOf(may, (one) => rights.includes(one)) &&
    (account === undefined || isText(account)) &&
    (accountNames === undefined || isNames(accountNames));
  if (name === '' || !isClear || may?.length === 0) return undefined;
  return {
    name,
    ...(storefronts !== undefined && { storefronts }),
    ...(account !== undefined && { account }),
    ...(accounts !== undefined && { accounts }),
    ...(accountNames !== undefined && { accountNames }),
    ...(may !== undefined && { may }),
    ...(frame !== undefined && { frame }),
  };
};

const isListOf = (given: unknown, isOne: (one: unknown) => boolean): boolean =>
  given === undefined || (Array.isArray(given) && given.every(isOne));

const isText = (given: unknown): boolean => typeof given === 'string';

const isNames = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.values(given).every(isText);

const accessOf = ({ account, accounts, storefronts, may }: ScreenUser): string =>
  JSON.stringify([account, accounts, storefronts, may]);
