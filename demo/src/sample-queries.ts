import { CHANGE_QUERIES } from './samples/change-queries.ts'
import { POLICY_QUERIES } from './samples/policy-queries.ts'
import type { SampleQuery } from './samples/sample-query.ts'
import { STATE_QUERIES } from './samples/state-queries.ts'
import { TENANT_QUERIES } from './samples/tenant-queries.ts'

/** What operators ask their fabric every day, as canvases. */
export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  ...TENANT_QUERIES,
  ...STATE_QUERIES,
  ...CHANGE_QUERIES,
  ...POLICY_QUERIES,
]
