import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { PipelineStage } from '@heddle/contract/pipelines.ts'
import type { SavedQuery } from '@heddle/contract/queries.ts'
import type { ActiveWaiver } from '@heddle/domain/expectation/waived.ts'
import type { PreparedExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import type { MeasureOrder, Measurement } from '@heddle/domain/query-metric/measure-rows.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { PackedBody } from '../../adapters/controller/classify-response.ts'
import type { ControllerFailure } from '../../adapters/outbound/controller-failure.ts'

/** A plan with what it needs to run: the connection it reads, and the plans of its `lookup` steps. */
export type RunInput = {
  readonly plan: Plan
  /** The host's key for the connection. */
  readonly connection: string
  /** Of a lookup in a merged run: it reads each row's own connection instead. */
  readonly follows?: true | undefined
  /** Reads these connections instead, and puts their rows together before the steps. */
  readonly merge?: Merge | undefined
  /** Step id to the run that returns the other query's rows. */
  readonly lookups: Readonly<Record<string, RunInput | CapturedLookup>>
  /** What the rows are judged by; never for the run of a lookup. */
  readonly expect?: PreparedExpect | undefined
  /** What they are compared with, if it expects something of changes; undefined where there can be no snapshot. */
  readonly against?: CaptureOrder | undefined
  readonly judging?: Judging | undefined
  /** What the planner found that may change the rows. */
  readonly warnings?: readonly string[]
  /** Rows to start from instead of reading any: the plan then has no fetches. */
  readonly past?: PastRows | undefined
  /** Of the rows it ends with, only these are written. */
  readonly only?: RowsToFind | undefined
  /** What to measure of the rows. */
  readonly measure?: MeasureOrder | undefined
  /** The rows that its steps begin with leave as well. */
  readonly keepsRowsBefore?: boolean | undefined
}

/** Rows that have the same values in these columns as one of the rows given, here or as chunks. */
export type RowsToFind = {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  readonly chunks?: PastRows['chunks'] | undefined
}

/** What the ids of findings depend on, besides their resource. */
export type FoundIn = Pick<RunInput, 'connection' | 'merge' | 'judging'>

/** A lookup in rows that were captured earlier. */
export type CapturedLookup = {
  readonly order: CaptureOrder
  /** Of the other query. */
  readonly name: string
  /** In a merged run, it reads the captures of each row's own connection instead. */
  readonly follows?: true | undefined
  /** Without a snapshot, no row has a match; else the run fails. */
  readonly isOptional: boolean
  /** Those that it adds, as far as they are named. */
  readonly columns: readonly string[]
}

/** Which snapshot of a query on a connection is meant: the newest captured by an instant, or the one with the id. */
export type CaptureOrder = {
  readonly savedQuery: string
  /** The host's key, or the id that stands for the connections of a merged run. */
  readonly connection: string
  /** ISO 8601; null: the start of the run. */
  readonly at: string | null
  readonly id?: string | undefined
}

/** What is known about a check before its rows are. */
export type Judging = {
  /** What is the same in all runs of the check: ids of findings depend on it. */
  readonly subject?: string | undefined
  readonly severity?: SavedQuery['severity'] | undefined
  /** It says nothing about this fabric, or nobody can tell. */
  readonly concern?: Concern | undefined
  /** Those of its connections. */
  readonly waivers?: readonly ActiveWaiver[] | undefined
}

export type Concern = { readonly status: 'not_applicable' | 'unknown'; readonly reason: string }

/** What is kept of the findings of a run, as JSON texts of a few each. */
export type FoundFindings = { readonly parts: readonly FindingsPart[]; readonly truncated: boolean }
export type FindingsPart = { readonly count: number; readonly items: string }

export type Merge = {
  /** In the order given. */
  readonly connections: readonly MergedConnection[]
  /** A connection that fails is a warning, unless all of them do. */
  readonly allowPartial: boolean
}

export type MergedConnection = {
  /** The host's key. */
  readonly id: string
  /** Unique in the run: the value of `@controller`. */
  readonly name: string
  /** It was deleted after the run had been requested; its name is its id. */
  readonly isDeleted?: boolean
}

/** A `RunInput` on its way between threads. */
export type PackedRun = {
  /** All of it but the past rows, serialized: the main thread passes it on without reading it. */
  readonly packed: Uint8Array
  readonly past?: PastRows | undefined
  /** The chunks of `only`. */
  readonly toFind?: PastRows['chunks'] | undefined
  readonly keepsRowsBefore?: boolean | undefined
  readonly measure?: MeasureOrder | undefined
}

/** The rows of a snapshot. */
export type PastRows = {
  /** Name of the stage that returns them. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly Pick<ResultChunk, 'rowCount' | 'body'>[]
  /** What the user should know about reading the past. */
  readonly warnings: readonly string[]
}

/** The rows of a snapshot that a run reads beside others. */
export type CapturedRows = Pick<PastRows, 'columns' | 'rowCount' | 'chunks'> & {
  /** ISO 8601. */
  readonly capturedAt: string
}

export type RunLimits = {
  /** Most rows in any table, join or result. */
  readonly maxRows: number
  /** Heap the run may use before it fails with a clear message. */
  readonly maxHeapBytes: number
  /** What the rows that it is expected to read take. */
  readonly expectedBytes?: number
  /** Nobody is waiting for the run: it waits for a busy controller. */
  readonly background?: boolean
  /** It counts once more what it has read, in case all pages agree on a wrong total. */
  readonly countsAgain?: boolean
}

export type PageAnswer =
  | ({ readonly ok: true; readonly body: Uint8Array; readonly packed?: PackedBody } & Waited)
  | ({ readonly ok: false; readonly failure: RunFailure } & Waited)

/** How long the request waited for its turn. */
type Waited = { readonly waitedMs?: number }

/** What the engine needs from outside; sockets and sessions stay with the host. */
export type EngineHost = {
  readonly get: (connection: string, path: string) => Promise<PageAnswer>
  /** Undefined if there is no such snapshot. */
  readonly captured: (order: CaptureOrder) => Promise<CapturedRows | undefined>
  readonly emit: (event: EngineEvent) => void
  /** Called for every stage when it is added and whenever it changes, with the same object each time. */
  readonly stage: (stage: Stage) => void
  /** A chunk of the result: newline-delimited JSON, compressed. Chunks come in order. */
  readonly chunk: (chunk: ResultChunk) => void
  /** The same of the rows that the first step got, for a run that keeps them. */
  readonly chunkBefore: (chunk: ResultChunk) => void
  /** How many objects a class has, as its controller says. */
  readonly count: (counted: CountedClass) => void
  /** How much memory the run uses. */
  readonly memory: (bytes: number) => void
  readonly now: () => number
}

export type CountedClass = { readonly connection: string; readonly class_name: string; readonly objects: number }

/** A table without its rows. */
export type TableHead = { readonly columns: readonly string[]; readonly rowCount: number }

export type ResultChunk = { readonly index: number; readonly rowCount: number; readonly body: Uint8Array }

export type EngineEvent =
  | { readonly type: 'node_start'; readonly node_id: string; readonly class_name: string }
  | { readonly type: 'node_progress'; readonly node_id: string; readonly rows: number; readonly total: number }
  | { readonly type: 'node_result'; readonly node_id: string; readonly row_count: number }
  | { readonly type: 'node_complete'; readonly node_id: string; readonly duration_ms: number }

/** What a run can wait for. */
export type WaitsFor = 'user' | 'server' | 'memory' | 'controller'

/** What followers of a run learn: from the engine, and that the run waits for its turn. */
export type RunEvent =
  EngineEvent | { readonly type: 'execution_waiting'; readonly waits_for: WaitsFor; readonly waited_ms: number }

/** One entry of a pipeline execution. Instants are milliseconds since the epoch. */
export type Stage = {
  readonly index: number
  readonly name: string
  readonly type: PipelineStage['type']
  readonly node_id?: string
  readonly step_id?: string
  /** Of a join. */
  readonly edge_id?: string
  /** In a merged run, the name of the connection that is read. */
  readonly connection?: string
  readonly status: PipelineStage['status']
  readonly input_rows: number | null
  readonly output_rows: number | null
  /** At most 20 rows each, fewer if they are large. */
  readonly input_sample: readonly Row[]
  readonly output_sample: readonly Row[]
  /** Values of the samples were cut, or rows left out, because they were too large. */
  readonly samples_cut?: true
  readonly started_at: number | null
  readonly duration_ms: number | null
  /** How much of it no request was under way, because all waited for their turn; absent if that is not worth a word. */
  readonly waited_ms?: number
  /** The requests sent, one path per line. */
  readonly request: string | null
}

export type RunFailure = Omit<ControllerFailure, 'reason'> & {
  /** `no_capture`: there is no snapshot to look up in. */
  readonly reason: ControllerFailure['reason'] | 'no_capture'
  readonly node_id?: string
  /** The host's key for the connection that was read. */
  readonly connection?: string
}

type Reported = {
  readonly stages: readonly Stage[]
  /** Distinct controller paths sent, without page parameters. */
  readonly paths: readonly string[]
  /** Such as `changed_during_read`. */
  readonly warnings: readonly string[]
}
export type RunOutcome = Reported &
  (
    | {
        readonly ok: true
        readonly columns: readonly string[]
        readonly rowCount: number
        /** Null without an expectation, and if rows are missing. */
        readonly expectation: ExpectationResult | null
        /** Null where nothing was found. */
        readonly findings: FoundFindings | null
        /** Null where nothing was to be measured. */
        readonly measurement: Measurement | null
        /** What the first step got; null where it is not kept. */
        readonly before: TableHead | null
        /** The rows of a connection that failed are missing. */
        readonly partial: boolean
      }
    | { readonly ok: false; readonly failure: RunFailure }
  )
