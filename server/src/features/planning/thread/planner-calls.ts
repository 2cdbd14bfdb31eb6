import type { DraftedCanvas } from '@heddle/domain/ai/proposal/draft-canvas.ts'
import type { CanvasProposal, WireLists } from '@heddle/domain/ai/proposal/proposal.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { PlanStep } from '@heddle/domain/query/plan.ts'
import type { Host } from '../../../platform/threads/calls.ts'
import type { Judging, Merge, PastRows } from '../../run-engine/index.ts'
import type { ChosenConnections } from '../chosen-connections.ts'
import type { QueryToRun } from '../query-to-run.ts'

/** Canvases are parsed, bound, validated and planned in a thread: no canvas keeps the server from answering others. */
export type PlannerCalls = {
  planRun: (order: PlanOrder, host: Host<PlannerHost>) => PlannedRun
  planPastRun: (order: PastPlanOrder, host: Host<PlannerHost>) => PlannedPastRun
  planProposal: (order: ProposalOrder, host: Host<PlannerHost>) => PlannedProposal
}

export type PlannerHost = {
  findQuery: FindQuery
  versionsWith: (classNames: readonly string[]) => Promise<ClassVersions>
}

export type FindQuery = (id: string) => Promise<LookedUpQuery | undefined>

/** The versions, besides the installed one, that have a class; without classes that none of them has. */
export type ClassVersions = ReadonlyMap<string, readonly string[]>

/** A saved query that a `lookup` step names. */
export type LookedUpQuery = QueryToRun & { readonly connectionName?: string | undefined }

/** What a run is asked for, with defaults filled in. */
export type RunRequest = ChosenConnections & {
  readonly variables: Readonly<Record<string, unknown>>
  readonly skipPostProcessors: boolean
}

/** The installed class model, in memory that threads share. */
export type SharedModel = { readonly graphId: string; readonly packed: Uint8Array }

export type PlanTerms = {
  /** Without one, the small built-in model is used. */
  readonly model: SharedModel | undefined
  readonly maxResultRows: number
  /** The start of the run, in milliseconds, which `{{now}}` names. */
  readonly now: number
}

export type PlanOrder = PlanTerms & {
  readonly query: QueryToRun
  readonly request: RunRequest
  /** The connections of a merged run. */
  readonly merge?: Merge | undefined
  /** What its fabric and its waivers say about what is found. */
  readonly judging?: Judging | undefined
  /** Warnings that the run begins with. */
  readonly noted?: readonly string[] | undefined
  /** How many objects the classes of the request's connection have, as far as they were counted lately. */
  readonly counts?: ReadonlyMap<string, number> | undefined
}

export type PastPlanOrder = PlanOrder & {
  /** The current version of the query. */
  readonly version: number
  readonly past: {
    readonly id: string
    readonly capturedAt: Date
    readonly savedQueryVersion: number
    readonly columns: readonly string[]
    readonly rowCount: number
  }
  /** The post-processors applied to the rows before they were captured. */
  readonly capturedSteps: QueryToRun['postProcessors']
}

export type PlannedRun = {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** Only when there are no errors. */
  readonly input: PlannedInput | undefined
}

/** A plan for the engine, and what others need to know about it. */
export type PlannedInput = {
  readonly packed: Uint8Array<ArrayBuffer>
  readonly text: string
  readonly steps: readonly PlanStep[]
  /** The class of the primary objects; null for rows of a snapshot. */
  readonly className: string | null
  /** It compares with snapshots, or looks up in them. */
  readonly readsCaptures: boolean
  /** How many objects of counted classes the rows are expected to come from; 0 if nobody has counted them. */
  readonly expectedObjects: number
  /** Rows of a snapshot to start from, which the planner never sees. */
  readonly past?: PastRows
}

export type PlannedPastRun = PlannedRun & {
  /** What the user should know about reading the past. */
  readonly pastWarnings: readonly string[]
}

/** What a language model proposes for a canvas, which is empty for a new one. */
export type ProposalOrder = PlanTerms & {
  readonly model: SharedModel
  readonly base: WireLists
  readonly proposal: CanvasProposal
}

export type PlannedProposal = DraftedCanvas & {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** Only when there are no errors. */
  readonly plan: Pick<PlannedInput, 'text' | 'steps'> | undefined
}
