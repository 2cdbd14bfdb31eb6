import { Listener } from '../shared/listener.ts'
import { type AutomationOptions, type AutomationSettings, DEFAULT_ACCOUNTS, settingsOf } from './automation-options.ts'
import { type AutomationFaults, newAutomationFaults } from './faults/automation-fault.ts'
import { AutomationHandler } from './http/automation-handler.ts'
import { type AutomationCounters, AutomationLog, type AutomationRequest } from './http/automation-log.ts'
import { AutomationState } from './model/automation-state.ts'
import { TaskManager } from './model/task-manager.ts'
import type { TemplateOptions } from './model/job-template.ts'
import type { NotificationTemplateOptions, SentNotification } from './notifications/notification-template.ts'
import { Notifier } from './notifications/notifier.ts'
import type { WebhookFaults } from './notifications/webhook-fault.ts'
import { AutomationClock } from './time/automation-clock.ts'

export type AutomationSimulator = {
  /** Without the API's prefix. */
  readonly url: string
  /** `/api/v2/` or `/api/controller/v2/`. */
  readonly prefix: string
  readonly port: number
  /** PEM of the authority that issued the certificate; undefined without TLS. */
  readonly ca: string | undefined
  /** A token of the first account that may write. */
  readonly token: string
  readonly settings: AutomationSettings
  readonly clock: AutomationClock
  readonly faults: AutomationFaults
  readonly webhookFaults: WebhookFaults
  readonly state: AutomationState
  readonly notifications: readonly SentNotification[]
  readonly requests: readonly AutomationRequest[]
  readonly counters: Readonly<AutomationCounters>
  /** Adds a job template; answers its id. */
  addTemplate(options: TemplateOptions): number
  /** Adds a webhook and attaches it to all job templates; answers its id. */
  addWebhook(options: NotificationTemplateOptions): number
  /** How many jobs may be waiting or running at once; 0 keeps all of them pending. */
  setCapacity(jobs: number): void
  /** Running jobs are marked as failed, or, if nothing reaps them, stay as they are forever. */
  restart(options?: { readonly reaps: boolean }): void
  /** Resolves when every webhook on its way has arrived or failed. */
  settled(): Promise<void>
  resetCounters(): void
  /** The system refuses new connections until `resume`; open ones are destroyed. Jobs go on. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** Starts an automation server. */
export async function startAutomation(options: AutomationOptions = {}): Promise<AutomationSimulator> {
  const settings = settingsOf(options)
  const clock = new AutomationClock(options.clock ?? 'real', options.startAt)
  const notifier = new Notifier(clock, settings)
  const tasks = new TaskManager(clock, settings, (job, event) => notifier.jobChanged(job, event))
  const state = new AutomationState(clock, tasks)
  const token = fill(state, options)
  const faults = newAutomationFaults()
  const log = new AutomationLog(() => settings.requestLogLength)
  const closing = new AbortController()
  const handler = new AutomationHandler({
    server: { state, tasks, clock, settings, notifier },
    faults,
    log,
    signal: closing.signal,
  })
  const listener = new Listener({
    handler,
    faults: { dead: false },
    counters: log.counters,
    tls: settings.tls,
    host: options.host ?? '127.0.0.1',
  })
  await listener.listen(options.port ?? 0)
  return {
    url: listener.url,
    prefix: handler.api.prefix,
    port: listener.port,
    ca: listener.ca,
    token,
    settings,
    clock,
    faults,
    webhookFaults: notifier.faults,
    state,
    notifications: notifier.sent,
    requests: log.records,
    counters: log.counters,
    addTemplate: (template) => state.addTemplate(template).id,
    addWebhook: (webhook) => notifier.add(webhook).id,
    setCapacity: (jobs) => {
      settings.capacity = jobs
      tasks.place()
    },
    restart: ({ reaps } = { reaps: true }) => tasks.restart(reaps),
    settled: () => notifier.settled(),
    resetCounters: () => log.reset(),
    pause: () => listener.stop(),
    resume: () => listener.listen(listener.port),
    close: async () => {
      closing.abort()
      clock.stop()
      await Promise.all([listener.stop(), notifier.close()])
    },
  }
}

function fill(state: AutomationState, options: AutomationOptions): string {
  for (const { isSuperuser = false, ...account } of options.accounts ?? DEFAULT_ACCOUNTS)
    state.addAccount({ ...account, isSuperuser })
  for (const template of options.templates ?? []) state.addTemplate(template)
  const [first] = state.accounts
  if (!first) throw new Error('accounts: expected at least one')
  for (const { username, scope = 'write', value } of options.tokens ?? []) {
    const account = state.accounts.find((one) => one.username === username)
    if (!account) throw new Error(`tokens: no account ${username}`)
    state.addToken(account, scope, value)
  }
  return state.addToken(first, 'write', options.token).value
}
