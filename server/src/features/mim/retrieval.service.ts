import { type ModelContext, contextOf } from '@heddle/domain/retrieval/context-of.ts'
import { retrieve } from '@heddle/domain/retrieval/retrieve.ts'
import type { InstalledModel } from './installed-model.ts'

const MOST_SUGGESTED = 10
/** Weaker ones are there to join others, or share a word with the question by chance. */
const LEAST_SCORE = 0.25

export type RetrievalService = ReturnType<typeof createRetrievalService>

/** Finds the classes of the installed model that a question needs. Without a model, it finds none. */
export function createRetrievalService(installed: Pick<InstalledModel, 'current'>) {
  return {
    suggest: (question: string, limit = MOST_SUGGESTED) => {
      const model = installed.current()
      if (!model) return []
      return retrieve(question, model)
        .classes.filter(({ score }) => score >= LEAST_SCORE)
        .slice(0, Math.min(limit, MOST_SUGGESTED))
        .map(({ name, reason, properties, filters }) => ({
          name,
          display_name: model.graph.displayName(model.graph.find(name)!),
          reason,
          properties: [...properties],
          filters: [...filters],
        }))
    },

    /** What a language model needs to know to answer a question; `include` has the classes of an existing canvas. */
    contextFor: (question: string, budget: number, include: readonly string[] = []): ModelContext | undefined => {
      const model = installed.current()
      return model && contextOf(retrieve(question, model, { include }), model, budget)
    },
  }
}
