import { type SQL, sql } from 'drizzle-orm'

/**
 * Keeps the table names of a fragment's columns. In a select from one table drizzle omits them, which changes what a
 * subquery means; it leaves nested fragments alone.
 */
export const qualified = <T>(fragment: SQL<T>): SQL<T> => sql<T>`${fragment}`
