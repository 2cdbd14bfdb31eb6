import type { Pool } from 'pg'

/** What a back end provides: a pool to query, and how to close what is behind it once the pool has ended. */
export type OpenPool = { readonly pool: Pool; readonly close: () => Promise<void> }
