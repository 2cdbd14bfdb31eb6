import type { AiSpent, AiUsageReply } from '@heddle/contract/ai.ts'
import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import { DAY } from '../../kernel/durations.ts'
import { laneOf } from '../../kernel/lane.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import { type UseAdmission, admitUse, type AiUseParts, dayOf } from './admit-use.ts'
import { quotaSpent } from './ai-refusals.ts'
import { readAiSettings } from './ai-settings.store.ts'
import {
  addTokens,
  countUses,
  deleteUsesBefore,
  giveUseBack,
  listUsageDays,
  reserveUse,
  type UsageDay,
} from './ai-usage.store.ts'
import { AiRefused, type AiUses, type Ask, type UseOrder } from './ai-uses.ts'
import { openConversation, type Spoken } from './conversation.ts'
import { RunningUses } from './running-uses.ts'
import { useRecord } from './use-record.ts'
import { openUseScope } from './use-scope.ts'

/** How long days are kept on which somebody used AI. */
const KEEP_DAYS = 90
const DELETE_BATCH = 1_000
/** How many days a user is shown. */
const SHOWN_DAYS = 30

type Ended = {
  readonly order: UseOrder
  readonly admission: UseAdmission
  readonly usage: UsageDay
  readonly spoken: Spoken
  readonly startMs: number
}

/** The door to AI, with what its feature does about uses besides. */
export type AiUsesDoor = {
  readonly uses: AiUses
  readonly usageOf: (userId: number) => Promise<AiUsageReply>
  readonly deleteOldUses: () => Promise<number>
  /** Ends every use. */
  readonly interrupt: () => void
  /** Resolves when the last use has left its audit entry. */
  readonly close: () => Promise<void>
}

export function createAiUses(parts: AiUseParts): AiUsesDoor {
  const { database, clock } = parts
  const running = new RunningUses()
  return {
    uses: {
      refusalFor: async (actor) => {
        const admission = await admitUse(parts, actor)
        return 'reason' in admission ? admission : undefined
      },
      manner: async () => {
        const { promptStyle, verbosity, defaultComplexity, sharesResults } = await readAiSettings(database.db)
        return { prompt_style: promptStyle, verbosity, default_complexity: defaultComplexity, sharesResults }
      },
      use: (order, work) => running.track(useOnce(parts, running, order, work)),
      countToday: (userId) => countUses(database.db, { userId, day: dayOf(clock.now()) }),
    },
    usageOf: (userId) => usageOf(parts, userId),
    deleteOldUses: () => deleteOldUses(parts),
    interrupt: () => running.interrupt(),
    close: () => running.close(),
  }
}

async function useOnce<Result>(
  parts: AiUseParts,
  running: RunningUses,
  order: UseOrder,
  work: (ask: Ask, spent: () => AiSpent) => Promise<Result>,
): Promise<Result> {
  const { database, clock, ai, metrics, timeoutMs } = parts
  const admission = await admitUse(parts, order.actor)
  if ('reason' in admission) throw new AiRefused(admission)
  const usage = { userId: order.actor.id, day: dayOf(clock.now()) }
  // Several uses may have been admitted at once: this decides who gets the last ones.
  if (!(await reserveUse(database.db, usage, admission.dailyLimit)))
    throw new AiRefused(quotaSpent(admission.dailyLimit ?? 0))
  const scope = openUseScope(clock, {
    caller: order.signal,
    stopping: running.stopping,
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
    const [done] = await Promise.allSettled([
      running.inTurn(laneOf(order.actor), scope, () => work(ask, () => spentOf(admission, spoken))),
    ])
    await conclude(parts, ended, outcomeOf(done))
    if (done.status === 'rejected') throw done.reason
    return done.value
  } finally {
    scope.close()
  }
}

/** Gives back what does not count and leaves the audit entry, whatever became of the caller. */
async function conclude(
  { database, clock, audit }: AiUseParts,
  { order, admission, usage, spoken, startMs }: Ended,
  outcome: string,
): Promise<void> {
  const record = useRecord({ order, ...admission, spoken, outcome, latencyMs: clock.now().getTime() - startMs })
  await database.transaction(async (tx) => {
    if (outcome !== 'success' || spoken.rounds === 0) await giveUseBack(tx, usage)
    await addTokens(tx, usage, spoken)
    await audit.record(tx, record)
  })
}

const spentOf = ({ target: { provider, model } }: UseAdmission, spoken: Spoken): AiSpent => ({
  provider,
  model,
  rounds: spoken.rounds,
  input_tokens: spoken.inputTokens,
  output_tokens: spoken.outputTokens,
})

async function usageOf({ database, clock, users }: AiUseParts, userId: number): Promise<AiUsageReply> {
  const now = clock.now()
  const { can_use_ai_builder: isAllowed, ai_analysis_daily: quota } = await users.quotaOf(userId)
  const days = await listUsageDays(database.db, userId, dayOf(new Date(now.getTime() - (SHOWN_DAYS - 1) * DAY)))
  const { uses = 0, input_tokens = 0, output_tokens = 0 } = days.find(({ day }) => day === dayOf(now)) ?? {}
  return { daily_quota: quota, is_allowed: isAllowed, today: { uses, input_tokens, output_tokens }, days }
}

function deleteOldUses({ database, clock }: AiUseParts): Promise<number> {
  const oldest = dayOf(new Date(clock.now().getTime() - KEEP_DAYS * DAY))
  return deleteInBatches(DELETE_BATCH, (limit) => deleteUsesBefore(database.db, oldest, limit))
}

function outcomeOf(done: PromiseSettledResult<unknown>): string {
  if (done.status === 'fulfilled') return 'success'
  return done.reason instanceof AiFailure ? done.reason.reason : 'error'
}
