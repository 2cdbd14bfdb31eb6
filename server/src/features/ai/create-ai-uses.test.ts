import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Quota, UNLIMITED } from '@heddle/domain/access/quota.ts'
import type { Prompt } from '@heddle/domain/ai/prompt.ts'
import type { AiProviders, AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import { createRootKey } from '../../adapters/secrets/root-key.ts'
import { createSecretBox } from '../../adapters/secrets/secret-box.ts'
import { Secret } from '../../adapters/secrets/secret.ts'
import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import type { Actor } from '../../kernel/caller.ts'
import { DAY, HOUR, SECOND } from '../../kernel/durations.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createAuditRecorder } from '../audit/index.ts'
import { insertUser } from '../users/users.store.ts'
import { createAiMetrics } from './ai.metrics.ts'
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts'
import { DEFAULT_SETTINGS, lockSettings, updateSettings, type SettingsRow } from './ai-settings.store.ts'
import { upsertConfig } from './ai-configs.store.ts'
import type { AiUses, Ask } from './ai-uses.ts'
import { createAiUses } from './create-ai-uses.ts'
import { configKeyPlace, SETTINGS_KEY_PLACE } from './saved-provider.ts'

const TIMEOUT_MS = 60 * SECOND
const PROMPT: Prompt = {
  instructions: 'Be brief.',
  prompt: 'Which class?',
  schema: { type: 'object' },
  name: 'answer',
  maxOutputTokens: 100,
}
const secrets = createSecretBox({ current: createRootKey(new Secret(randomBytes(32).toString('base64'))) })
const never = () => new AbortController().signal
const hang = () => new Promise<never>(() => undefined)
const reading = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const asking = (ask: Ask) => ask(PROMPT, reading)

let database: TestDatabase
let clock: ManualClock
let actors: readonly [Actor, Actor]
let quota: Quota
let metrics: Metrics
let built: ReturnType<typeof createAiUses>
let uses: AiUses
let asked: AiTarget[]
let answer: (signal: AbortSignal) => Promise<unknown>

beforeAll(async () => {
  database = await createTestDatabase()
  const ids = await Promise.all(
    ['ada', 'bob'].map((username) =>
      insertUser(database.db, {
        username,
        email: username,
        passwordHash: '',
        dateJoined: new Date(),
        updatedAt: new Date(),
      }),
    ),
  )
  const [ada, bob] = ids.map((id): Actor => ({
    ...RIGHTS,
    id,
    username: id === ids[0] ? 'ada' : 'bob',
    timezone: 'UTC',
    group: null,
  }))
  actors = [ada!, bob!]
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate audit_entries, ai_settings, ai_provider_configs, ai_usage_days')
  clock = createManualClock('2026-03-02T09:00:00Z')
  quota = UNLIMITED
  metrics = createMetrics({ works: true })
  asked = []
  answer = async () => 'fvBD'
  const ai: AiProviders = {
    ask: async (target, _prompt, signal) => {
      asked.push(target)
      return { value: await answer(signal), usage: { inputTokens: 10, outputTokens: 3 } }
    },
    models: async () => [],
    test: async () => ({ status: 'failure', message: '' }),
    close: async () => undefined,
  }
  const users = { quotaOf: async () => quota }
  const audit = createAuditRecorder(clock)
  built = createAiUses({
    database,
    secrets,
    ai,
    users,
    audit,
    clock,
    metrics: createAiMetrics(metrics),
    timeoutMs: TIMEOUT_MS,
  })
  uses = built.uses
  await setUp({ provider: 'openai', apiKeySealed: secrets.seal('platform-key', SETTINGS_KEY_PLACE) })
})

const RIGHTS = {
  isSuperuser: false,
  isAdmin: false,
  managesWorkspace: false,
  actsAsMember: true,
  permissions: new Set<string>(),
}
const setUp = (changes: Partial<SettingsRow>) =>
  database.transaction(async (tx) => {
    await lockSettings(tx, clock.now())
    await updateSettings(tx, { ...DEFAULT_SETTINGS, ...changes, updatedAt: clock.now() })
  })
const use = (
  options: { actor?: Actor; signal?: AbortSignal; timeoutMs?: number } = {},
  work: (ask: Ask) => Promise<unknown> = asking,
) => uses.use({ actor: actors[0], purpose: 'generate_query', signal: never(), ...options }, work)
const entries = async () =>
  (
    await database.pool.query(
      'select action, username, description, metadata, content, target_id from audit_entries order by id',
    )
  ).rows
const days = async () => (await database.pool.query('select day::text, uses from ai_usage_days')).rows
const refused = async () => (await uses.refusalFor(actors[0]))?.reason

describe('a use', () => {
  it('asks the platform default with its key, counts once however much it asks, and leaves one entry', async () => {
    const result = await use({}, async (ask) => [await asking(ask), await asking(ask)])

    expect(result).toEqual(['fvBD', 'fvBD'])
    expect(asked[0]).toMatchObject({ provider: 'openai', model: 'gpt-5.4-mini', baseUrl: null, deployment: null })
    expect(asked[0]!.apiKey?.reveal()).toBe('platform-key')
    expect(await uses.countToday(actors[0].id)).toBe(1)
    expect(await entries()).toEqual([
      {
        action: 'ai_query_generate',
        username: 'ada',
        description: 'ada asked OpenAI to turn a question into a query',
        metadata: {
          provider: 'openai',
          model: 'gpt-5.4-mini',
          rounds: 2,
          input_tokens: 20,
          output_tokens: 6,
          latency_ms: 0,
          outcome: 'success',
        },
        content: null,
        target_id: null,
      },
    ])
    expect(clock.pendingTimers()).toBe(0)
  })

  it("asks the user's own provider instead", async () => {
    const userId = actors[0].id
    const apiKeySealed = secrets.seal('own-key', configKeyPlace(userId))
    await upsertConfig(database.db, { ...OWN, userId, provider: 'mistral', model: 'm', apiKeySealed })

    await use()
    await use({ actor: actors[1] })

    expect(asked.map(({ provider, model, apiKey }) => [provider, model, apiKey?.reveal()])).toEqual([
      ['mistral', 'm', 'own-key'],
      ['openai', 'gpt-5.4-mini', 'platform-key'],
    ])
  })

  it('keeps what was sent in the audit log only if the administrator wants that', async () => {
    await setUp({ provider: 'ollama', baseUrl: 'http://ollama', auditsPrompts: true })

    await use()

    const [{ content }] = await entries()
    expect(JSON.parse(content).prompts).toEqual([expect.stringContaining('Which class?')])
  })

  it('counts nothing if it asked nothing', async () => {
    await use({}, async () => 'known already')

    expect(await uses.countToday(actors[0].id)).toBe(0)
  })

  it('is measured by purpose and outcome', async () => {
    await use()

    const text = await metrics.text()
    expect(text).toContain('heddle_ai_questions_total{purpose="generate_query",outcome="success"} 1')
    expect(text).toContain('heddle_ai_tokens_total{direction="input"} 10')
  })
})

describe('a broken answer', () => {
  it('is asked for once more, per question', async () => {
    const answers = [{ no: 1 }, 'fvBD', new AiFailure('broken', 'cut off'), 'fvCtx']
    answer = async () => {
      const next = answers.shift()
      if (next instanceof Error) throw next
      return next
    }

    expect(await use({}, async (ask) => [await asking(ask), await asking(ask)])).toEqual(['fvBD', 'fvCtx'])
    expect((await entries())[0].metadata).toMatchObject({ rounds: 4, outcome: 'success' })
  })

  it('fails the use when it comes twice, and counts nothing', async () => {
    answer = async () => ({ no: 1 })

    await expect(use()).rejects.toMatchObject({ name: 'AiFailure', reason: 'broken' })
    expect(asked).toHaveLength(2)
    expect(await uses.countToday(actors[0].id)).toBe(0)
    expect((await entries())[0].metadata).toMatchObject({ rounds: 2, outcome: 'broken' })
  })
})

describe('a use that fails', () => {
  it.each([
    [
      'a failure of the provider',
      new AiFailure('rate_limited', 'Slow down.', 7),
      'rate_limited',
      ', without success (rate limited)',
    ],
    ['a bug', new TypeError('undefined is not a function'), 'error', ', without success (error)'],
  ])('gives the count back and leaves its entry: %s', async (_what, error, outcome, ending) => {
    answer = () => Promise.reject(error)

    await expect(use()).rejects.toBe(error)
    expect(asked).toHaveLength(1)
    expect(await uses.countToday(actors[0].id)).toBe(0)
    expect(await entries()).toMatchObject([{ description: expect.stringContaining(ending), metadata: { outcome } }])
  })

  it('ends when its time is over, all rounds together, even if the provider ignores the signal', async () => {
    answer = async () => 'fvBD'
    const failed = use({ timeoutMs: 5 * SECOND }, async (ask) => {
      await asking(ask)
      await clock.advance(4 * SECOND)
      answer = hang
      return asking(ask)
    }).catch((error: unknown) => error)
    await expect.poll(() => asked.length).toBe(2)

    await clock.advance(SECOND)

    expect(await failed).toMatchObject({ reason: 'timeout', message: 'The AI provider did not answer within 5 s.' })
    expect(await entries()).toMatchObject([
      { metadata: { outcome: 'timeout', rounds: 2, input_tokens: 10, latency_ms: 5000 } },
    ])
  })

  it('ends when the client goes away, passes the signal on, and still leaves its entry', async () => {
    const client = new AbortController()
    let passedOn: AbortSignal | undefined
    answer = (signal) => {
      passedOn = signal
      return hang()
    }
    const failed = use({ signal: client.signal }).catch((error: unknown) => error)
    await expect.poll(() => asked.length).toBe(1)

    client.abort()

    expect(await failed).toMatchObject({ reason: 'cancelled' })
    expect(passedOn?.aborted).toBe(true)
    expect(await entries()).toMatchObject([{ metadata: { outcome: 'cancelled' } }])
    expect(await uses.countToday(actors[0].id)).toBe(0)
  })

  it('ends when the server stops, which waits for the entry', async () => {
    answer = hang
    const failed = use().catch((error: unknown) => error)
    await expect.poll(() => asked.length).toBe(1)

    built.interrupt()
    await built.close()

    expect(await entries()).toHaveLength(1)
    expect(await failed).toMatchObject({ reason: 'cancelled', message: 'The server is stopping.' })
  })

  it('sends nothing for a caller who is gone already', async () => {
    await expect(use({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'cancelled' })
    expect(asked).toEqual([])
  })
})

describe('turns', () => {
  it('two uses of a user at once; others wait, but not those of another user', async () => {
    answer = hang
    const mine = [1, 2, 3].map(() => use().catch((error: unknown) => error))
    await expect.poll(() => asked.length).toBe(2)

    answer = async () => 'fvBD'
    expect(await use({ actor: actors[1] })).toBe('fvBD')

    expect(asked).toHaveLength(3)
    await clock.advance(TIMEOUT_MS)
    expect(await Promise.all(mine)).toMatchObject([1, 2, 3].map(() => ({ reason: 'timeout' })))
    expect(asked).toHaveLength(3)
    expect(await uses.countToday(actors[0].id)).toBe(0)
  })

  it('stops waiting with the signal', async () => {
    answer = hang
    const hanging = [1, 2].map(() => use().catch((error: unknown) => error))
    await expect.poll(() => asked.length).toBe(2)
    const client = new AbortController()
    const waiting = use({ signal: client.signal })

    client.abort()

    await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' })
    built.interrupt()
    await Promise.all(hanging)
  })
})

describe('the quota', () => {
  it('is never overshot by uses at once', async () => {
    quota = { ...UNLIMITED, ai_analysis_daily: 7 }

    const results = await Promise.allSettled(Array.from({ length: 50 }, () => use()))

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(asked).toHaveLength(7)
    expect(await uses.countToday(actors[0].id)).toBe(7)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        name: 'AiRefused',
        refusal: {
          reason: 'quota_spent',
          detail: 'You have used AI 7 times today, which is your daily quota. It starts again at 00:00 UTC.',
        },
      },
    })
  })

  it('starts again at midnight UTC', async () => {
    quota = { ...UNLIMITED, ai_analysis_daily: 1 }
    await use()
    expect(await refused()).toBe('quota_spent')

    await clock.advance(15 * HOUR)

    expect(await refused()).toBeUndefined()
    expect(await uses.countToday(actors[0].id)).toBe(0)
  })

  it('gets a use back on the day it was counted, even after midnight', async () => {
    await clock.advance(15 * HOUR - SECOND)
    answer = hang
    const failed = use().catch((error: unknown) => error)
    await expect.poll(() => asked.length).toBe(1)

    await clock.advance(TIMEOUT_MS)
    await failed

    expect(await days()).toEqual([{ day: '2026-03-02', uses: 0 }])
  })

  it('is forgotten after 90 days', async () => {
    await use()
    await clock.advance(90 * DAY)
    await built.deleteOldUses()
    expect(await days()).toHaveLength(1)

    await clock.advance(DAY)
    await built.deleteOldUses()

    expect(await days()).toEqual([])
  })

  it('counts without a limit too', async () => {
    await use()
    await use()

    expect(await uses.countToday(actors[0].id)).toBe(2)
    expect(await uses.countToday(actors[1].id)).toBe(0)
  })
})

describe('a refusal', () => {
  it('says the most general reason first, sends nothing, counts nothing and leaves no entry', async () => {
    quota = { ...UNLIMITED, can_use_ai_builder: false, ai_analysis_daily: 0 }
    await setUp({ isEnabled: false })
    expect(await refused()).toBe('switched_off')
    await setUp({})
    expect(await refused()).toBe('not_allowed')
    quota = { ...UNLIMITED, ai_analysis_daily: 0 }
    expect(await refused()).toBe('quota_spent')
    quota = UNLIMITED
    expect(await refused()).toBe('not_configured')

    await expect(use()).rejects.toMatchObject({ name: 'AiRefused', refusal: { reason: 'not_configured' } })
    expect(asked).toEqual([])
    expect(await uses.countToday(actors[0].id)).toBe(0)
    expect(await entries()).toEqual([])
  })

  it("says what a user's own provider lacks instead of asking the platform's", async () => {
    await upsertConfig(database.db, { ...OWN, userId: actors[0].id, provider: 'azure_openai' })

    expect(await uses.refusalFor(actors[0])).toEqual({
      reason: 'not_configured',
      detail: expect.stringContaining(
        'Your own AI provider is incomplete: Azure OpenAI needs an API key, a base URL and a deployment name.',
      ),
    })
    expect(await uses.refusalFor(actors[1])).toBeUndefined()
  })

  it("says what the platform's provider lacks", async () => {
    await setUp({ provider: 'ollama' })

    expect((await uses.refusalFor(actors[0]))?.detail).toContain(
      "The platform's AI provider is incomplete: Ollama needs a base URL.",
    )
  })
})

it('writes as the administrator wants, from the next question on', async () => {
  await setUp({ promptStyle: 'concise', verbosity: 'detailed', defaultComplexity: 'simple', sharesResults: true })

  expect(await uses.manner()).toEqual({
    prompt_style: 'concise',
    verbosity: 'detailed',
    default_complexity: 'simple',
    sharesResults: true,
  })
})

const OWN = { model: '', baseUrl: null, deploymentName: null, apiKeySealed: null, updatedAt: new Date() } as const
