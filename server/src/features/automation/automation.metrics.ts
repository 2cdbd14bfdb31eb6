import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../../adapters/database/database.ts'
import { countOpenByStatus } from './requests/requests.store.ts'

export type AutomationMetrics = ReturnType<typeof createAutomationMetrics>

/** What an operator watches: whether launches and polls succeed, and how quickly reports arrive. */
export function createAutomationMetrics(registry: Registry, database: Database) {
  const registers = [registry]
  new Gauge({
    name: 'heddle_automation_executions',
    help: 'Executions that have not ended, by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      for (const { status, executions } of await countOpenByStatus(database.db)) this.set({ status }, executions)
    },
  })
  return {
    launches: new Counter({
      name: 'heddle_automation_launches_total',
      help: 'Attempts to start a job: launched, refused, or uncertain because the answer was lost.',
      labelNames: ['result'] as const,
      registers,
    }),
    polls: new Counter({
      name: 'heddle_automation_polls_total',
      help: 'Calls that asked an automation server for the status of jobs, by result.',
      labelNames: ['result'] as const,
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'heddle_automation_webhook_seconds',
      help: 'Seconds from the arrival of a webhook to the applied state.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
  }
}
