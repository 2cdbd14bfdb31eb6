import type { AutomationSettings } from '../automation-options.ts'
import type { Job } from '../model/job.ts'
import type { JobTemplate } from '../model/job-template.ts'
import type { JobEvent } from '../model/task-manager.ts'
import { processedAt } from '../output/saved-events.ts'
import type { AutomationClock } from '../time/automation-clock.ts'
import { customBody, notificationBody } from './notification-body.ts'
import type { NotificationTemplate, NotificationTemplateOptions, SentNotification } from './notification-template.ts'
import { sendWebhook } from './send-webhook.ts'
import { newWebhookFaults, type WebhookFaultRule, type WebhookFaults } from './webhook-fault.ts'

const EVENTS: readonly JobEvent[] = ['started', 'success', 'error']
/** The end of a job is reported without the counts of its hosts when they take longer than this. */
const PATIENCE_MS = 5000

/** Sends webhooks: each once, unsigned, never again. */
export class Notifier {
  readonly templates = new Map<number, NotificationTemplate>()
  readonly sent: SentNotification[] = []
  readonly faults: WebhookFaults = newWebhookFaults()
  readonly #clock: AutomationClock
  readonly #settings: AutomationSettings
  readonly #closing = new AbortController()
  /** `7:success` or, for every job template, `*:success`. */
  readonly #attached = new Map<string, Set<number>>()
  readonly #underWay = new Set<Promise<void>>()
  /** Notifications of one job leave one after the other. */
  readonly #last = new Map<number, Promise<void>>()
  readonly #held = new Map<number, SentNotification[]>()

  constructor(clock: AutomationClock, settings: AutomationSettings) {
    this.#clock = clock
    this.#settings = settings
  }

  add({ events, ...options }: NotificationTemplateOptions): NotificationTemplate {
    const id = this.templates.size + 1
    const template: NotificationTemplate = {
      id,
      name: `Webhook ${id}`,
      method: 'POST',
      headers: {},
      username: '',
      password: '',
      bodies: {},
      ...options,
    }
    this.templates.set(id, template)
    for (const event of events ?? EVENTS) this.attach('*', event, id)
    return template
  }

  attach(jobTemplate: JobTemplate | '*', event: JobEvent, id: number): void {
    const key = keyOf(jobTemplate, event)
    this.#attached.set(key, (this.#attached.get(key) ?? new Set()).add(id))
  }

  detach(jobTemplate: JobTemplate, event: JobEvent, id: number): void {
    this.#attached.get(keyOf(jobTemplate, event))?.delete(id)
  }

  attachedTo(jobTemplate: JobTemplate, event: JobEvent): NotificationTemplate[] {
    const ids = new Set([
      ...(this.#attached.get(keyOf('*', event)) ?? []),
      ...(this.#attached.get(keyOf(jobTemplate, event)) ?? []),
    ])
    return [...ids].flatMap((id) => this.templates.get(id) ?? [])
  }

  /** The start is reported at once, the end only when the counts of the hosts are there. */
  jobChanged(job: Job, event: JobEvent): void {
    if (event === 'started') {
      this.#announce(job, event)
      return
    }
    const wait = Math.min(PATIENCE_MS, processedAt(job, this.#settings.eventLag) - this.#clock.now)
    this.#clock.schedule(wait, () => this.#announce(job, event))
  }

  test(template: NotificationTemplate): SentNotification {
    const body = JSON.stringify({ body: `Test Notification ${template.id} ${this.#settings.publicUrl}` })
    const notification = this.#record(template, 'test', body, undefined)
    this.#deliver(template, notification)
    return notification
  }

  /** Resolves when no notification is on its way any longer. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.settled()
  }

  #announce(job: Job, event: JobEvent): void {
    for (const template of this.attachedTo(job.template, event)) {
      const custom = template.bodies[event] ?? ''
      const body = custom === '' ? notificationBody(job, event, this.#clock, this.#settings) : customBody(custom)
      this.#dispatch(template, this.#record(template, event, JSON.stringify(body), job.id))
    }
  }

  #record(
    template: NotificationTemplate,
    event: SentNotification['event'],
    body: string,
    jobId: number | undefined,
  ): SentNotification {
    const id = this.sent.length + 1
    const notification: SentNotification = {
      id,
      templateId: template.id,
      jobId,
      event,
      body,
      status: 'pending',
      httpStatus: undefined,
      error: '',
    }
    this.sent.push(notification)
    return notification
  }

  #dispatch(template: NotificationTemplate, notification: SentNotification): void {
    const effects = this.faults.strike(notification)
    const has = (kind: WebhookFaultRule['kind']) => effects.some((effect) => effect.kind === kind)
    if (has('lose')) {
      notification.status = 'lost'
      return
    }
    const job = notification.jobId ?? 0
    if (has('reorder')) {
      this.#held.set(job, [...(this.#held.get(job) ?? []), notification])
      return
    }
    const delayMs = effects.reduce((sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0), 0)
    const send = () => {
      this.#deliver(template, notification)
      if (has('double')) this.#deliver(template, notification)
      this.#releaseHeld(job)
    }
    if (delayMs > 0) this.#clock.schedule(delayMs, send)
    else send()
  }

  #releaseHeld(job: number): void {
    const held = this.#held.get(job) ?? []
    this.#held.delete(job)
    for (const notification of held) {
      const template = this.templates.get(notification.templateId)
      if (template) this.#deliver(template, notification)
    }
  }

  #deliver(template: NotificationTemplate, notification: SentNotification): void {
    const job = notification.jobId ?? 0
    const delivery = (this.#last.get(job) ?? Promise.resolve()).then(() => this.#send(template, notification))
    this.#last.set(job, delivery)
    this.#underWay.add(delivery)
    void delivery.then(() => {
      this.#underWay.delete(delivery)
      if (this.#last.get(job) === delivery) this.#last.delete(job)
    })
  }

  async #send(template: NotificationTemplate, notification: SentNotification): Promise<void> {
    try {
      const { version } = this.#settings
      const status = await sendWebhook(template, { body: notification.body, version, signal: this.#closing.signal })
      notification.httpStatus = status
      notification.status = status >= 200 && status < 299 ? 'successful' : 'failed'
      if (notification.status === 'failed') notification.error = `Error sending notification webhook: ${status}`
    } catch (error: unknown) {
      // A receiver that cannot be reached is no error of this server: it notes it and goes on.
      notification.status = 'failed'
      notification.error = `Error sending notification webhook: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}

function keyOf(jobTemplate: JobTemplate | '*', event: JobEvent): string {
  return `${jobTemplate === '*' ? '*' : jobTemplate.id}:${event}`
}
