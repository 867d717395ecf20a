/** What can be wrong with a world at its end. */
export type ViolationName =
  /** Sold, and the service does not have it. */
  | 'lost'
  /** One economic sale, sent more than once. */
  | 'doubled'
  /** Sent with an amount, a place, a date or a currency that it never had. */
  | 'wrong money'
  /** Sent, though it must not be, or it is unknown what it is. */
  | 'unexpected'
  /** What the service holds of a sale, with all that happened to it and its offsets, amounts to something else than is right. */
  | 'wrong sum'
  /** A proof says complete, or tied, and it is not. */
  | 'false proof'
  /** The source says something else by now, and the sync database says nothing of it. */
  | 'silent drift'
  /** The service holds something else under its id or name, and no report says so. */
  | 'silent difference'
  /** The sync database says that the service has it, and the service has something else or nothing. */
  | 'false success'
  /** The sync database says that it failed for good, and the service has it. */
  | 'false failure'
  /** Peace came, and it stayed open all the same. */
  | 'never settled'
  /** Counts or amounts of a report are not what its entries, the sources or the service say. */
  | 'report does not add up'
  /** A request started while its process knew of a pause, or more of them than the ceiling allows. */
  | 'impolite'
  /** An address or a secret, where strangers can see it or longer than it is needed. */
  | 'personal data seen'
  /** Sent once more, though the sync database says that it was sent; or an erasure took with it what says so. */
  | 'sent again'
  /** Pushed once more with another body, though the first push may have arrived. */
  | 'sent otherwise'
  /** Something unsigned was accepted. */
  | 'forgery taken'
  /** A webhook was answered as taken, and nothing of it was kept. */
  | 'delivery lost'
  /** Nothing was attempted at all, so that nothing was proven. */
  | 'vacuous';

export interface Violation {
  readonly name: ViolationName;
  /** Which fact, transaction or process. */
  readonly about: string;
  readonly why: string;
}
