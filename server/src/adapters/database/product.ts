/** What is behind the protocol of PostgreSQL. */
export type DatabaseProduct = 'PGlite' | 'PostgreSQL' | 'YugabyteDB'

/** Reads what `version()` says of a server; others than YugabyteDB count as PostgreSQL. */
export const productOf = (version: string): DatabaseProduct => (/-YB-/i.test(version) ? 'YugabyteDB' : 'PostgreSQL')
