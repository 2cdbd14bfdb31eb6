import { eq } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { aiProviderConfigs } from '../../ai/index.ts'

/** The provider that the administrator chose for everyone. */
export const PLATFORM = 'platform'

/**
 * Whose provider answers a user: the platform's, or their own. What one's own provider says is not shown to others, and
 * its failures are not theirs.
 */
export async function findWhoseProvider(database: Executor, userId: number): Promise<string> {
  const [own] = await database
    .select({ userId: aiProviderConfigs.userId })
    .from(aiProviderConfigs)
    .where(eq(aiProviderConfigs.userId, userId))
  return own ? `user ${userId}` : PLATFORM
}
