import type { Finding } from '@heddle/contract/findings.ts'
import type { SavedQuery } from '@heddle/contract/queries.ts'
import type { JunitCase } from './junit.ts'

/** One query of a finished check, as its reports show it. */
export type ReportedCheck = JunitCase & {
  /** The same in every report. */
  readonly id: string
  readonly severity: SavedQuery['severity']
  /** As the query says now; empty once it was deleted. */
  readonly why: string
  readonly remedy: string
  readonly links: SavedQuery['links']
  /** For those who may read the rows. */
  readonly findings: readonly Finding[]
}
