import type { AiProviders, AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import type { AiMetrics } from './ai.metrics.ts'
import { findConfig } from './ai-configs.store.ts'
import {
  NOT_ALLOWED,
  NOT_CONFIGURED,
  ownIncomplete,
  platformIncomplete,
  quotaSpent,
  SWITCHED_OFF,
} from './ai-refusals.ts'
import { readAiSettings, type SettingsRow } from './ai-settings.store.ts'
import { countUses } from './ai-usage.store.ts'
import type { AiRefusal } from './ai-uses.ts'
import { hidesInternal, missingOfSaved, providerOfUser, platformProvider, aiTarget } from './saved-provider.ts'

export type AiUseParts = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly ai: AiProviders
  readonly users: Pick<UsersService, 'quotaOf'>
  readonly audit: Audit
  readonly clock: Clock
  readonly metrics: AiMetrics
  readonly timeoutMs: number
}

export type UseAdmission = {
  readonly target: AiTarget
  readonly settings: SettingsRow
  readonly dailyLimit: number | null
}

/** Whom the user's questions go to, or why there is nobody to ask. */
export async function admitUse(parts: AiUseParts, actor: Actor): Promise<UseAdmission | AiRefusal> {
  const { id: userId } = actor
  const { database, users, clock } = parts
  const settings = await readAiSettings(database.db)
  if (!settings.isEnabled) return SWITCHED_OFF
  const { can_use_ai_builder: isAllowed, ai_analysis_daily: dailyLimit } = await users.quotaOf(userId)
  if (!isAllowed) return NOT_ALLOWED
  if (dailyLimit !== null && (await countUses(database.db, { userId, day: dayOf(clock.now()) })) >= dailyLimit)
    return quotaSpent(dailyLimit)
  const found = await targetFor(parts, settings, actor)
  return 'reason' in found ? found : { target: found, settings, dailyLimit }
}

async function targetFor(
  { database, secrets }: AiUseParts,
  settings: SettingsRow,
  actor: Actor,
): Promise<AiTarget | AiRefusal> {
  const row = await findConfig(database.db, actor.id)
  const own = row && providerOfUser(row)
  const platform = platformProvider(settings)
  const saved = own ?? platform
  if (saved === undefined) return NOT_CONFIGURED
  const missing = missingOfSaved(saved)
  if (missing !== undefined) return own ? ownIncomplete(missing) : platformIncomplete(missing)
  return aiTarget(secrets, saved, { hidesInternal: hidesInternal(actor, saved.baseUrl, platform) })
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
