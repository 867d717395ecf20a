import * as E from 'fp-ts/lib/Either.js';
import type { BookError, Known, RecordBook } from '../../core/record-book.ts';
import type { Prepared } from '../entry/candidate.ts';
import { isUnknown } from './is-unknown.ts';
import { lookUpAll } from '../presence/look-up.ts';
import type { Work } from './work.ts';

export interface KnownPage {
  readonly known: Known;
  /** Whether the service may list what is not known, so that it is asked by id before anything is pushed. */
  readonly mayBeListed: boolean;
}

const wantedOf = (prepared: Prepared): Parameters<RecordBook['lookUp']>[1][number] => {
  if (E.isLeft(prepared)) return { id: prepared.left.id, name: prepared.left.name };
  const { id, name, references, likeness } = prepared.right;
  return { id, name, references: likeness === null ? references : [...references, likeness] };
};

/** Looks up everything of a page. What is new to the record book is worth some more pages of the service's list. */
export const knowPage = async (work: Work, all: readonly Prepared[]): Promise<E.Either<BookError, KnownPage>> => {
  const lookUp = (): Promise<E.Either<BookError, Known>> => lookUpAll(work.book)(work.runId, all.map(wantedOf));
  const known = await lookUp();
  if (E.isLeft(known)) return known;
  let unknown = 0;
  for (const one of all) if (E.isRight(one) && isUnknown(work, known.right, one.right)) unknown += 1;
  if (work.listWalk === null || unknown === 0) return E.right({ known: known.right, mayBeListed: false });
  const walked = await work.listWalk.goOn(unknown);
  if (E.isLeft(walked)) return walked;
  const { isRead, hasMoved } = walked.right;
  const now = hasMoved ? await lookUp() : known;
  return E.isLeft(now) ? now : E.right({ known: now.right, mayBeListed: !isRead });
};
