import type { Sending } from '../../core/record-book.ts';
import type { SendingRow } from '../schema.ts';

export type SendingFound = Pick<SendingRow, 'id' | 'status' | 'digest' | 'remote_id' | 'saved_at' | 'attempted_at'> &
  Pick<Sending, 'body'>;

export const selectSendings =
  'select sending.id, status, digest, body, remote_id, saved_at, attempted_at from sending ' +
  'left join sending_body on sending_body.id = sending.id';

export const toSending = (row: SendingFound): Sending => ({
  id: row.id,
  status: row.status,
  digest: row.digest,
  body: row.body,
  remoteId: row.remote_id,
  savedAt: row.saved_at,
  attemptedAt: row.attempted_at,
});
