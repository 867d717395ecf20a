import type { FailureCause, SyncFailure } from '../pipeline/failures.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

const codeOf = (cause: FailureCause): ExitCode => {
  switch (cause) {
    case 'credentials':
      return exitCode.credentials;
    case 'interrupted':
      return exitCode.interrupted;
    case 'address':
    case 'no answer':
    case 'refused':
    case 'defect':
      return exitCode.needsAttention;
  }
};

/** The exit code that a failure stands for, the same in every command. */
export const failureCode = (failure: SyncFailure): ExitCode => {
  switch (failure._tag) {
    case 'UnknownStorefront':
    case 'UnknownRun':
    case 'UnknownRecord':
    case 'OtherAccount':
      return exitCode.usage;
    case 'StoreError':
      return failure.problem === 'cannot open' ? exitCode.usage : exitCode.needsAttention;
    case 'StorefrontBusy':
      return exitCode.needsAttention;
    case 'SourceFailed':
    case 'ServiceFailed':
      return codeOf(failure.cause);
  }
};
