import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { AiUses } from '../../ai/index.ts'
import type { MimService } from '../../mim/index.ts'
import { createAiAttempts } from './ai-attempts.ts'
import { createClassNotes } from './class-notes.ts'
import { createClassSuggestions } from './class-suggestions.ts'
import { findWhoseProvider } from './providers.store.ts'

type Dependencies = {
  readonly uses: AiUses
  readonly mim: Pick<MimService, 'current' | 'retrieval' | 'explorer'>
  readonly database: Database
  readonly clock: Clock
}

export type SuggestService = ReturnType<typeof createSuggestService>

/** What AI adds to the class model. All of it also answers without AI. */
export function createSuggestService({ uses, mim, database, clock }: Dependencies) {
  const attempts = createAiAttempts({ uses, clock })
  const providerOf = ({ id }: Actor) => findWhoseProvider(database.db, id)
  const dependencies = { uses, attempts, providerOf, mim, database, clock }
  const { insights, deleteOld } = createClassNotes(dependencies)
  return {
    suggest: createClassSuggestions(dependencies),
    insights,
    deleteOldNotes: deleteOld,
    close: attempts.close,
  }
}
