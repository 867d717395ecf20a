/** A change of the tables that this version needs and the sync database does not have yet. */
export interface PendingMigration {
  readonly name: string;
  readonly statements: readonly string[];
}
