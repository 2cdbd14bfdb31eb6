import type { ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Partners } from '@heddle/domain/why/judge-edge.ts'
import type { StepManner } from '@heddle/domain/why/judge-step.ts'
import type { WhyStage } from '@heddle/domain/why/why-stage.ts'
import type { Host } from '../../../platform/threads/calls.ts'
import type { PlannedInput, PlannerHost, PlanOrder } from './planner-calls.ts'

/** Why an object is in the result of a query that validates, or is not. Reading and joining is left to the engine. */
export type WhyCalls = {
  outlineWhy: (order: WhyOrder & { readonly object: ManagedObject | undefined }) => WhyOutline | WhyFailure
  planWhy: (order: WhyOrder & { readonly part: WhyPart }, host: Host<PlannerHost>) => PlannedPart | WhyFailure
  sayDropped: (order: WhyOrder & { readonly dropped: WhyDropped }) => SaidDropped | WhyFailure
}

export type WhyOrder = PlanOrder & {
  readonly dn: string
  /** In a merged query, the id of the connection that has the object. */
  readonly on?: string | undefined
}

/** What takes too long to find out. */
export type WhyFailure = { readonly failure: string }

export type WhyOutline = {
  /** Of the primary node, up to the first that drops the object; all stages, not reached, if it does not exist. */
  readonly stages: readonly WhyStage[]
  readonly isOfClass: boolean
  /** Its stage if the object turns out to be of another class. */
  readonly otherClass: WhyStage
  /** For each stage of edges: what to say if it is survived, and the relation class that it follows from here. */
  readonly edges: readonly { readonly kept: readonly WhyStage[]; readonly relation: string | undefined }[]
  readonly steps: readonly { readonly manner: StepManner; readonly kept: WhyStage }[]
}

/** A part of the query to run. Steps are counted without disabled ones. */
export type WhyPart =
  /** The object with what its first edge stages find. */
  | { readonly kind: 'edges'; readonly stages: number; readonly relaxed?: boolean }
  /** The object with the relation objects that one of its edge stages follows. */
  | { readonly kind: 'relation'; readonly index: number }
  /** Some of the steps on given rows. */
  | { readonly kind: 'steps'; readonly from: number; readonly to: number }
  /** The whole query with its first steps, of whose rows those are written that have the same values in `columns`. */
  | { readonly kind: 'whole'; readonly to: number; readonly columns: readonly string[] }

export type PlannedPart = { readonly input: PlannedInput }

export type WhyDropped =
  | { readonly kind: 'edge'; readonly index: number; readonly partners: Partners }
  | { readonly kind: 'step'; readonly index: number; readonly row: Row }

export type SaidDropped = { readonly stage: WhyStage }
