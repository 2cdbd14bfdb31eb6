import type { Pool, PoolClient } from 'pg'
import type { DatabaseProduct } from './product.ts'

/** What a back end provides: a pool to query, and how to close what is behind it once the pool has ended. */
export type OpenPool = {
  readonly pool: Pool
  readonly product: DatabaseProduct
  /** Where statements have limits: raises them for a transaction on this connection, which begins with `settings`. */
  readonly allowLong?: ((client: PoolClient) => { readonly settings: string; readonly end: () => void }) | undefined
  readonly close: () => Promise<void>
  /** Embedded only: a copy of the database in another data folder, taken between two queries. */
  readonly copyTo?: (dataDir: string) => Promise<void>
}
