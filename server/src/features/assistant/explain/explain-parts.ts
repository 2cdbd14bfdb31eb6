import type { Caller } from '../../../kernel/caller.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { AiUses } from '../../ai/index.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import type { Planners } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { History } from '../../snapshots/index.ts'

export type ExplainParts = {
  readonly uses: AiUses
  readonly queries: Pick<SavedQueriesService, 'find' | 'version'>
  readonly planners: Planners
  readonly history: Pick<History, 'compare'>
  readonly findSnapshot: (id: string) => Promise<SnapshotRow | undefined>
}

export type ExplainOrder<Body> = {
  readonly caller: Caller
  readonly body: Body
  readonly faults: FieldMessages
  readonly signal: AbortSignal
}
