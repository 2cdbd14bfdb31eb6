import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { type LiveApiToken, noteTokenUse } from './api-tokens.store.ts'

const NOTE_AFTER_MS = MINUTE

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly logger: Logger }
export type LastUses = ReturnType<typeof createLastUses>

/** When and from where each token was last used, written at most once a minute, while the request goes on. */
export function createLastUses({ database, clock, logger }: Dependencies) {
  const writing = new Map<string, Promise<void>>()

  async function write(id: string, ip: string, now: Date): Promise<void> {
    try {
      await noteTokenUse(database.db, id, { ip, now, before: new Date(now.getTime() - NOTE_AFTER_MS) })
    } catch (error: unknown) {
      // A use that is not noted must not fail the request, and the next request tries again.
      logger.warn({ err: error, api_token: id }, 'could not note the use of an API token')
    } finally {
      writing.delete(id)
    }
  }

  return {
    note: ({ tokenId, lastUsedAt }: Pick<LiveApiToken, 'tokenId' | 'lastUsedAt'>, ip: string): void => {
      const now = clock.now()
      const isRecent = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < NOTE_AFTER_MS
      if (!isRecent && !writing.has(tokenId)) writing.set(tokenId, write(tokenId, ip, now))
    },

    /** Waits for the uses that are being written. */
    settle: async (): Promise<void> => {
      await Promise.all(writing.values())
    },
  }
}
