import { explainQuery, type QueryExplanation } from '@heddle/domain/ai/explanation/explain-query.ts'
import { publicNames, type PublicNames, type SourceOfRows } from '@heddle/domain/ai/explanation/public-facts.ts'
import type { ReceivedCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import type { SharedModel } from './planner-calls.ts'
import { openedLabels } from './opened-labels.ts'
import { openedModel } from './opened-model.ts'

type Terms = { readonly model: SharedModel | undefined }
export type ExplainCanvasOrder = { readonly canvas: ReceivedCanvas }
export type PublicNamesOrder = { readonly names: PublicNames; readonly sources: readonly SourceOfRows[] }

/** Canvases in words; they are parsed where those of runs are. */
export type ExplainCalls = {
  explainQuery: (order: ExplainCanvasOrder & Terms) => QueryExplanation
  publicNames: (order: PublicNamesOrder & Terms) => PublicNames
}

export const explainCalls: ExplainCalls = {
  explainQuery: ({ canvas, model }) => explainQuery(canvas, openedModel(model), openedLabels(model)),
  publicNames: ({ names, sources, model }) => publicNames(names, sources, openedModel(model)),
}
