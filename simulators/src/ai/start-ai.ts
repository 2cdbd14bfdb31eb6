import { Listener } from '../shared/listener.ts'
import { type AiOptions, type AiSettings, settingsOf } from './ai-options.ts'
import { PLACES, type ProviderId, PROVIDERS } from './providers.ts'
import type { Answers } from './answers/ai-prompt.ts'
import { AnswerBook } from './answers/answer-book.ts'
import { type AiFaults, newAiFaults } from './faults/ai-fault.ts'
import { AiApi } from './http/ai-api.ts'
import { AiHandler } from './http/ai-handler.ts'
import { type AiCounters, AiLog, type AiRequest } from './http/ai-log.ts'

export type AiSimulator = {
  readonly url: string
  readonly port: number
  /** What a client takes as the base address of each provider. */
  readonly baseUrls: Readonly<Record<ProviderId, string>>
  /** `settings.keys`, `settings.models` and the rest may be changed at any time. */
  readonly settings: AiSettings
  readonly faults: AiFaults
  readonly requests: readonly AiRequest[]
  readonly counters: Readonly<AiCounters>
  /** Replaces what is answered next. */
  setAnswers(answers: Answers): void
  resetCounters(): void
  /** The system refuses new connections until `resume`; open ones are destroyed. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** Starts simulated AI providers: one server, with a folder for each of them. */
export async function startAi(options: AiOptions = {}): Promise<AiSimulator> {
  const settings = settingsOf(options)
  const answers = new AnswerBook(options.answers)
  const faults = newAiFaults()
  const log = new AiLog(() => settings.requestLogLength)
  const closing = new AbortController()
  const handler = new AiHandler({
    api: new AiApi({ settings, answers }),
    settings,
    faults,
    log,
    signal: closing.signal,
  })
  const host = options.host ?? '127.0.0.1'
  const listener = new Listener({ handler, faults: { dead: false }, counters: log.counters, tls: undefined, host })
  await listener.listen(options.port ?? 0)
  return {
    url: listener.url,
    port: listener.port,
    baseUrls: Object.fromEntries(PROVIDERS.map((id) => [id, [listener.url, '/', ...PLACES[id]].join('')])) as Record<
      ProviderId,
      string
    >,
    settings,
    faults,
    requests: log.records,
    counters: log.counters,
    setAnswers: (next) => answers.use(next),
    resetCounters: () => log.reset(),
    pause: () => listener.stop(),
    resume: () => listener.listen(listener.port),
    close: async () => {
      closing.abort()
      await listener.stop()
    },
  }
}
