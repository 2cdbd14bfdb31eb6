import type { AiProviders, AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import { AiFailure } from '../../kernel/ai-failure.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
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
import { readSettings, type SettingsRow } from './ai-settings.store.ts'
import { countUses, deleteUsesBefore, giveUseBack, reserveUse, type UsageDay } from './ai-usage.store.ts'
import { type AiRefusal, AiRefused, type AiUses, type UseOrder } from './ai-uses.ts'
import { openConversation, type Spoken } from './conversation.ts'
import { missingOfSaved, ownProvider, platformProvider, targetOf } from './saved-provider.ts'
import { useRecord } from './use-record.ts'
import { openUseScope, type UseScope } from './use-scope.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly ai: AiProviders
  readonly users: Pick<UsersService, 'quotaOf'>
  readonly audit: Audit
  readonly clock: Clock
  readonly metrics: AiMetrics
  readonly timeoutMs: number
}

/** Uses at once. A provider that hangs holds up those who ask it, but nobody else. */
const SLOTS = { perLane: 2, total: 64 }
/** How long days are kept on which somebody used AI. */
const KEEP_DAYS = 90
const DELETE_BATCH = 1_000

type Admission = { readonly target: AiTarget; readonly settings: SettingsRow; readonly dailyLimit: number | null }
type Ended = {
  readonly order: UseOrder
  readonly admission: Admission
  readonly usage: UsageDay
  readonly spoken: Spoken
  readonly startMs: number
}

export function createAiUses({ database, secrets, ai, users, audit, clock, metrics, timeoutMs }: Dependencies) {
  const slots = new FairSlots(SLOTS)
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY)
  const today = (): string => dayOf(clock.now())

  async function target(settings: SettingsRow, userId: number): Promise<AiTarget | AiRefusal> {
    const row = await findConfig(database.db, userId)
    const own = row && ownProvider(row)
    const saved = own ?? platformProvider(settings)
    if (saved === undefined) return NOT_CONFIGURED
    const missing = missingOfSaved(saved)
    if (missing !== undefined) return own ? ownIncomplete(missing) : platformIncomplete(missing)
    return targetOf(secrets, saved)
  }

  async function admit({ id: userId }: Actor): Promise<Admission | AiRefusal> {
    const settings = await readSettings(database.db)
    if (!settings.isEnabled) return SWITCHED_OFF
    const { can_use_ai_builder: isAllowed, ai_analysis_daily: dailyLimit } = await users.quotaOf(userId)
    if (!isAllowed) return NOT_ALLOWED
    if (dailyLimit !== null && (await countUses(database.db, { userId, day: today() })) >= dailyLimit)
      return quotaSpent(dailyLimit)
    const found = await target(settings, userId)
    return 'reason' in found ? found : { target: found, settings, dailyLimit }
  }

  /** Gives back what does not count and leaves the audit entry, whatever became of the caller. */
  async function conclude({ order, admission, usage, spoken, startMs }: Ended, outcome: string): Promise<void> {
    const record = useRecord({ order, ...admission, spoken, outcome, latencyMs: clock.now().getTime() - startMs })
    await database.transaction(async (tx) => {
      if (outcome !== 'success' || spoken.rounds === 0) await giveUseBack(tx, usage)
      await audit.record(tx, record)
    })
  }

  async function inTurn<Result>(userId: number, scope: UseScope, work: () => Promise<Result>): Promise<Result> {
    const release = await slots.acquire(userId, scope.signal)
    if (release === undefined) throw waitedInVain(scope)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const use: AiUses['use'] = async (order, work) => {
    const admission = await admit(order.actor)
    if ('reason' in admission) throw new AiRefused(admission)
    const usage = { userId: order.actor.id, day: today() }
    // Several uses may have been admitted at once: this decides who gets the last ones.
    if (!(await reserveUse(database.db, usage, admission.dailyLimit)))
      throw new AiRefused(quotaSpent(admission.dailyLimit ?? 0))
    const scope = openUseScope(clock, {
      caller: order.signal,
      stopping: stopping.signal,
      timeoutMs: order.timeoutMs ?? timeoutMs,
    })
    const { ask, spoken } = openConversation({
      ai,
      target: admission.target,
      purpose: order.purpose,
      scope,
      metrics,
      clock,
    })
    const ended = { order, admission, usage, spoken, startMs: clock.now().getTime() }
    try {
      const [done] = await Promise.allSettled([inTurn(order.actor.id, scope, () => work(ask))])
      await conclude(ended, outcomeOf(done))
      if (done.status === 'rejected') throw done.reason
      return done.value
    } finally {
      scope.close()
    }
  }

  const uses: AiUses = {
    refusalFor: async (actor) => {
      const admission = await admit(actor)
      return 'reason' in admission ? admission : undefined
    },

    manner: async () => {
      const { promptStyle, verbosity, defaultComplexity, sharesResults } = await readSettings(database.db)
      return { prompt_style: promptStyle, verbosity, default_complexity: defaultComplexity, sharesResults }
    },

    use: async (order, work) => {
      const done = use(order, work)
      running.add(done)
      try {
        return await done
      } finally {
        running.delete(done)
      }
    },

    countToday: (userId) => countUses(database.db, { userId, day: today() }),
  }
  return {
    uses,
    deleteOldUses: () =>
      deleteInBatches(DELETE_BATCH, (limit) => deleteUsesBefore(database.db, dayOf(daysAgo(KEEP_DAYS)), limit)),
    /** Ends every use. */
    interrupt: () => stopping.abort(),
    /** Resolves when the last use has left its audit entry. */
    close: async () => {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

function outcomeOf(done: PromiseSettledResult<unknown>): string {
  if (done.status === 'fulfilled') return 'success'
  return done.reason instanceof AiFailure ? done.reason.reason : 'error'
}

/** The scope knows best why it ended, but a turn that never came was not the provider's fault. */
function waitedInVain({ signal }: UseScope): AiFailure {
  const failure = signal.reason as AiFailure
  if (failure.reason !== 'timeout') return failure
  return new AiFailure('timeout', 'Too many questions to AI are being answered. Try again later.')
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
