import type { SyncStore } from '../domain/sync-store.ts';
import type { Run } from '../domain/run.ts';
import type { Elsewhere } from './rivals/elsewhere.ts';
import type { Lane } from './pace/lane.ts';
import type { RemoteList } from './presence/remote-list.ts';
import type { SyncPorts } from './ports.ts';
import type { Progress } from './progress.ts';

/** One run at work: its ports, the way to the service that all of it shares, and how far it has come. */
export interface Session {
  readonly ports: SyncPorts;
  /** Asked patiently. */
  readonly book: SyncStore;
  readonly lane: Lane;
  readonly remoteList: RemoteList;
  /** Whether the list is read for this run. Live work, a record at a time, and reconciliation do without. */
  readonly isListRead: boolean;
  readonly elsewhere: Elsewhere;
  readonly run: Run;
  readonly takeDriftQuestion: () => boolean;
  /** Changes what is known of the progress and reports it. */
  readonly tell: (change: (progress: Progress) => Progress) => void;
}
