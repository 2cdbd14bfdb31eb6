import type { MimInsights } from '@heddle/contract/mim.ts'
import { classesAround } from '@heddle/domain/ai/suggestion/classes-around.ts'
import { notesPrompt } from '@heddle/domain/ai/suggestion/notes-prompt.ts'
import { checkNotes, readNotes } from '@heddle/domain/ai/suggestion/read-notes.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY, MINUTE } from '../../../kernel/durations.ts'
import type { AiUses } from '../../ai/index.ts'
import type { CurrentModel, MimService } from '../../mim/index.ts'
import type { AiAttempts } from './ai-attempts.ts'
import { deleteOldClassNotes, findClassNotes, insertClassNotes, type StoredNotes } from './class-notes.store.ts'
import { keptAnswers } from './kept-answers.ts'
import { PLATFORM } from './providers.store.ts'

const CONTEXT_TOKENS = 2_500
const KEPT = { max: 2_000, ttlMs: DAY }
const FAILED = { max: 2_000, ttlMs: MINUTE }

type Dependencies = {
  readonly uses: Pick<AiUses, 'refusalFor' | 'manner'>
  readonly attempts: AiAttempts
  readonly providerOf: (actor: Actor) => Promise<string>
  readonly mim: Pick<MimService, 'current' | 'retrieval' | 'explorer'>
  readonly database: Database
  readonly clock: Clock
}
type Found = { readonly notes: StoredNotes; readonly detail?: string }

/**
 * Notes on a class: those that follow from the model, then those of AI. What the platform's provider wrote is stored
 * for all users; what a user's own provider wrote, which may be anything, is shown to that user only.
 */
export function createClassNotes({ uses, attempts, providerOf, mim, database, clock }: Dependencies) {
  /** Also of the platform's provider: who looked into the table just before they were stored finds them here. */
  const written = keptAnswers<StoredNotes>(clock, KEPT)
  const failed = keptAnswers<{ readonly detail: string }>(clock, FAILED)

  async function find(actor: Actor, model: CurrentModel, ofModel: MimInsights): Promise<Found> {
    const [refusal, stored] = await Promise.all([
      uses.refusalFor(actor),
      findClassNotes(database.db, { graphId: model.graphId, className: ofModel.class_name }),
    ])
    if (refusal?.reason === 'switched_off') return { notes: [], detail: refusal.detail }
    if (stored) return { notes: stored }
    if (refusal) return { notes: [], detail: refusal.detail }
    const provider = await providerOf(actor)
    const key = `notes ${provider} ${model.graphId} ${ofModel.class_name}`
    const known = written.get(key)
    if (known) return { notes: known }
    const failure = failed.get(key)
    if (failure) return { notes: [], detail: failure.detail }
    const asked = await attempts.once(key, orderOf(actor, provider, ofModel), async (ask) => {
      const context = contextFor(model, ofModel.class_name)
      const read = await ask(notesPrompt(ofModel.class_name, ofModel.notes, context, await uses.manner()), readNotes)
      const notes = checkNotes(read, model.graph, context.classes)
      if (provider === PLATFORM)
        await insertClassNotes(database.db, {
          graphId: model.graphId,
          className: ofModel.class_name,
          notes,
          createdAt: clock.now(),
        })
      written.set(key, notes)
      return notes
    })
    if (asked.ok) return { notes: asked.value }
    if (asked.wasAsked) failed.set(key, { detail: asked.detail })
    return { notes: [], detail: asked.detail }
  }

  function contextFor({ graph }: CurrentModel, className: string) {
    const around = classesAround(graph, graph.find(className)!)
    return mim.retrieval.contextFor(className, CONTEXT_TOKENS, around) ?? { text: '', tokens: 0, classes: [className] }
  }

  return {
    insights: async (
      actor: Actor,
      name: string,
      { onlyModel }: { readonly onlyModel: boolean },
    ): Promise<MimInsights> => {
      const known = mim.explorer.insights(name)
      const model = mim.current()
      if (onlyModel || model === undefined) return known
      const { notes, detail } = await find(actor, model, known)
      const byAi = notes.map(({ title, text }) => ({ title, text, source: 'ai' as const }))
      return { ...known, notes: [...known.notes, ...byAi], ...(detail !== undefined && { detail }) }
    },

    /** Notes on class models that are gone; and empty ones after a day, because another answer may have some. */
    deleteOld: () => deleteOldClassNotes(database.db, { emptyBefore: new Date(clock.now().getTime() - DAY) }),
  }
}

function orderOf(actor: Actor, provider: string, { class_name }: MimInsights) {
  return { actor, provider, purpose: 'class_notes', target: { type: 'mim_class', id: class_name } } as const
}
