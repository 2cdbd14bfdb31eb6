import type { AutomationSimulator } from '../start-automation.ts'
import { readAutomationFault, readWebhookFault } from './read-automation-rule.ts'

type Body = Readonly<Record<string, unknown>>

type Action = (automation: AutomationSimulator, body: Body) => unknown

/** Actions of the control interface on a running automation server, by method and path below `/automation`. */
export const AUTOMATION_ACTIONS: Readonly<Record<string, Action>> = {
  'GET /': () => ({ actions: Object.keys(AUTOMATION_ACTIONS) }),
  'GET /status': ({ url, counters, settings, clock, faults, webhookFaults, state, notifications }) => ({
    url,
    counters: {
      ...counters,
      byKind: Object.fromEntries(counters.byKind),
      byStatus: Object.fromEntries(counters.byStatus),
    },
    settings,
    now: new Date(clock.now).toISOString(),
    jobs: state.jobs.size,
    notifications: notifications.length,
    faults: faults.list().map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
    webhookFaults: webhookFaults.list().map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
  }),
  'GET /requests': ({ requests }) => requests.slice(-200),
  'GET /notifications': ({ notifications }) => notifications.slice(-200),
  'DELETE /requests': (automation) => automation.resetCounters(),
  'POST /faults': ({ faults }, body) => faults.add(readAutomationFault(body)).rule,
  'DELETE /faults': ({ faults }) => faults.clear(),
  'POST /webhook-faults': ({ webhookFaults }, body) => webhookFaults.add(readWebhookFault(body)).rule,
  'DELETE /webhook-faults': ({ webhookFaults }) => webhookFaults.clear(),
  'POST /webhooks': (automation, { url, headers = {} }) => {
    if (typeof url !== 'string' || typeof headers !== 'object' || headers === null)
      throw new Error('url and headers: expected a string and an object')
    return { id: automation.addWebhook({ url, headers: headers as Record<string, string> }) }
  },
  'POST /clock': ({ clock }, body) => {
    clock.advance(numberOf(body, 'advance_ms'))
    return { now: new Date(clock.now).toISOString() }
  },
  'POST /skew': ({ clock }, body) => ({ skew_ms: (clock.skewMs = numberOf(body, 'skew_ms', -Infinity)) }),
  'POST /latency': ({ settings }, body) => {
    settings.latencyMs = numberOf(body, 'latency_ms')
    return settings
  },
  'POST /event-lag': ({ settings }, body) => {
    settings.eventLag = { lagMs: numberOf(body, 'lag_ms') }
    return settings
  },
  'POST /capacity': (automation, body) => automation.setCapacity(numberOf(body, 'jobs')),
  'POST /restart': (automation, { reaps }) => automation.restart({ reaps: reaps !== false }),
  'POST /revoke-tokens': ({ state }) => state.tokens.clear(),
  'DELETE /jobs': ({ state }, body) => ({ deleted: state.deleteJob(numberOf(body, 'id')) }),
  'POST /pause': (automation) => automation.pause(),
  'POST /resume': (automation) => automation.resume(),
}

function numberOf(body: Body, key: string, least = 0): number {
  const value = body[key]
  if (typeof value !== 'number' || value < least) throw new Error(`${key}: expected a number`)
  return value
}
