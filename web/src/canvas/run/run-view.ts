/** A run as the canvas shows it. */
export type NodeRun = {
  readonly state: 'waiting' | 'reading' | 'done' | 'failed' | 'cancelled'
  /** Objects read so far, or rows in the end. */
  readonly rows?: number
  /** Objects that will be read, while reading. */
  readonly total?: number
  readonly milliseconds?: number
}

export type StepRun = { readonly before: number; readonly after: number }

export type WaitReason = 'controller' | 'server' | 'memory' | 'user'

export type RunView = {
  readonly state: 'none' | 'starting' | 'running' | 'success' | 'failure' | 'timeout' | 'cancelled'
  /** Of its execution log. */
  readonly id?: string
  /** By id of the node. */
  readonly nodes: ReadonlyMap<string, NodeRun>
  /** Rows after each join, by id of the thread. */
  readonly edges: ReadonlyMap<string, number>
  /** Rows before and after each step, by id of the step. */
  readonly steps: ReadonlyMap<string, StepRun>
  readonly startedAt?: string
  readonly milliseconds?: number
  /** While it waits for its turn: what for, and how long it has waited in all. */
  readonly waits?: { readonly for: WaitReason; readonly milliseconds: number }
  /** What went wrong, in words. */
  readonly failure?: string
}

export const NO_RUN: RunView = { state: 'none', nodes: new Map(), edges: new Map(), steps: new Map() }

export const isUnderWay = (state: RunView['state']): boolean => state === 'starting' || state === 'running'
