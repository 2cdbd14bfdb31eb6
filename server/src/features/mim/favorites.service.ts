import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { ExplorerService } from './explorer.service.ts'
import { deleteFavorite, type FavoriteRow, findFavorite, insertFavorite, listFavorites } from './favorites.store.ts'

type Dependencies = {
  readonly database: Database
  readonly explorer: Pick<ExplorerService, 'knownName'>
  readonly audit: Audit
  readonly clock: Clock
}

export type FavoritesService = ReturnType<typeof createFavoritesService>

/** Classes that users marked. A favorite remains when its class is gone from the model. */
export function createFavoritesService({ database, explorer, audit, clock }: Dependencies) {
  return {
    list: (caller: Caller) => listFavorites(database.db, caller.id),

    add: async (caller: Caller, name: string): Promise<{ readonly favorite: FavoriteRow; readonly isNew: boolean }> => {
      const className = explorer.knownName(name)
      if (className === undefined)
        throw new FieldErrors({ class_name: [`${name} is not a class of the installed model.`] })
      return database.transaction(async (tx) => {
        const added = await insertFavorite(tx, caller.id, className, clock.now())
        await audit.record(tx, {
          action: 'mim_favorite_add',
          description: `${caller.username} added ${className} to their favorites`,
          target: { type: 'mim_class', id: className },
        })
        return added
          ? { favorite: added, isNew: true }
          : { favorite: (await findFavorite(tx, caller.id, className))!, isNew: false }
      })
    },

    remove: async (caller: Caller, id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const removed = orNotFound(await deleteFavorite(tx, caller.id, id))
        await audit.record(tx, {
          action: 'mim_favorite_remove',
          description: `${caller.username} removed ${removed.className} from their favorites`,
          target: { type: 'mim_class', id: removed.className },
        })
      })
      return null
    },
  }
}
