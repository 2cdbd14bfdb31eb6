import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { ListSources } from './list-sources.ts'
import { findLists, type ListFacts, readListValues, storeListValues } from './list-values.store.ts'
import { boundSource } from './validation-lists.ts'

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly sources: ListSources }

const FRESH_MS = MINUTE
// Of all lists of a template together: they are held in memory while the rows are checked.
const MOST_CHARACTERS = 20_000_000

export type AllowedValuesReader = ReturnType<typeof createAllowedValues>

/** Reads the values of lists for a launch, those of bound lists from their source. */
export function createAllowedValues({ database, clock, sources }: Dependencies) {
  async function refresh(actor: Actor, list: ListFacts, signal: AbortSignal): Promise<readonly string[]> {
    const source = boundSource(list)
    const now = clock.now()
    const isFresh =
      list.sourceType === 'saved_query' &&
      list.refreshedAt !== null &&
      now.getTime() - list.refreshedAt.getTime() < FRESH_MS
    if (!source || isFresh) return readListValues(database.db, list.id)
    const values = await sources.read(actor, source, signal).catch((error: unknown) => {
      throw error instanceof FieldErrors ? unreadable(list, error) : error
    })
    await storeListValues(database.db, list, { values, at: now })
    return values
  }

  /** The lists with these ids and their values; one that cannot be read is a 400 that names it. */
  return async (
    actor: Actor,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const allowed = new Map<string, ReadonlySet<string>>()
    let characters = 0
    for (const list of await findLists(database.db, ids)) {
      const values = await refresh(actor, list, signal)
      for (const { length } of values) characters += length
      if (characters > MOST_CHARACTERS)
        throw FieldErrors.nonField('The validation lists of this template hold too much text to check rows against.')
      allowed.set(list.id, new Set(values))
    }
    return allowed
  }
}

const unreadable = ({ name }: ListFacts, error: FieldErrors): FieldErrors => {
  const { execution_id: run } = error.body
  const message = `The validation list "${name}" could not be read. ${Object.values(error.fields).flat().join(' ')}`
  return new FieldErrors({ non_field_errors: [message] }, run === undefined ? {} : { execution_id: run })
}
