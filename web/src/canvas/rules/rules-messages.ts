import type { Row } from '@heddle/domain/values/row.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../lib/api/wire.ts'
import type { CheckedCanvas } from './check-canvas.ts'
import type { Judged, ToJudge } from './judge-expectation.ts'
import type { StepPreview } from './step-previews.ts'
import type { Vocabulary } from './vocabulary.ts'

export type Edit = { readonly canvas: WireCanvas; readonly variables: Readonly<Record<string, string>> }

export type RowsToLoad = {
  readonly url: string
  readonly access: string
  readonly columns: readonly string[]
  readonly takenAt: string
}

/** The first rows after a step. */
export type Sample = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

export type RulesQuestion =
  | { readonly kind: 'vocabulary' }
  | { readonly kind: 'classes'; readonly documents: readonly Wire.MimClassDetail[] }
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'rows'; readonly rows: RowsToLoad | undefined }
  | { readonly kind: 'sample'; readonly id: number; readonly step: string | undefined }
  | {
      readonly kind: 'judge'
      readonly id: number
      readonly asked: ToJudge
      /** Of the last run, after its steps. */
      readonly rows: RowsToLoad | undefined
    }

export type RulesAnswer =
  | { readonly kind: 'vocabulary'; readonly vocabulary: Vocabulary }
  | { readonly kind: 'checked'; readonly checked: CheckedCanvas }
  | { readonly kind: 'loaded'; readonly count: number }
  | { readonly kind: 'load_failed'; readonly message: string }
  | { readonly kind: 'previewed'; readonly previews: readonly StepPreview[] }
  | { readonly kind: 'sample'; readonly id: number; readonly sample: Sample | undefined }
  | { readonly kind: 'judged'; readonly id: number; readonly judged: Judged }
