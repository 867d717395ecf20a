/** A step by which a version changes the tables, and that the sync database has not been through. */
export interface PendingMigration {
  readonly name: string;
  readonly statements: readonly string[];
}
