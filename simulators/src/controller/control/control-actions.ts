import type { ControllerSimulator } from '../start-controller.ts'
import { changesOf } from '../model/audited-changes.ts'
import { readFaultRule } from './read-fault-rule.ts'

export type ControlBody = Record<string, unknown>

type Action = (simulator: ControllerSimulator, body: ControlBody) => unknown

/** Actions of the control interface on a running simulator, by method and path. */
export const CONTROL_ACTIONS: Readonly<Record<string, Action>> = {
  'GET /': () => ({ actions: Object.keys(CONTROL_ACTIONS) }),
  'GET /status': ({ url, counters, store, clock, settings, faults }) => ({
    url,
    counters,
    settings,
    objects: store.size,
    now: new Date(clock.now).toISOString(),
    faults: faults.list().map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
    dead: faults.dead,
    silent: faults.silent,
  }),
  'GET /classes': ({ store }) => store.classCounts(),
  'GET /requests': ({ requests }) => requests.slice(-200),
  'DELETE /requests': (simulator) => simulator.resetCounters(),
  'POST /faults': ({ faults }, body) => faults.add(readFaultRule(body)).rule,
  'DELETE /faults': ({ faults }) => faults.clear(),
  'POST /dead': ({ faults }, body) => (faults.dead = body['dead'] !== false),
  'POST /silent': ({ faults }, body) => (faults.silent = body['silent'] !== false),
  'POST /clock': ({ clock }, body) => {
    clock.advance(numberOf(body, 'advance_ms'))
    return { now: new Date(clock.now).toISOString() }
  },
  'POST /expire-tokens': (simulator) => simulator.expireTokens(),
  'POST /password': (simulator, body) => simulator.setPassword(textOf(body, 'user'), textOf(body, 'password')),
  'POST /latency': ({ settings }, body) => {
    settings.latencyMs = numberOf(body, 'latency_ms')
    return settings
  },
  'POST /objects': ({ store }, body) => {
    const objects = changesOf(store, userOf(body))
    objects.add(textOf(body, 'class_name'), textOf(body, 'dn'), attributesOf(body))
    return { objects: store.size }
  },
  'PATCH /objects': ({ store }, body) => ({
    updated: changesOf(store, userOf(body)).update(textOf(body, 'dn'), attributesOf(body)),
  }),
  'DELETE /objects': ({ store }, body) => ({
    deleted: changesOf(store, userOf(body)).delete(textOf(body, 'dn')),
  }),
}

/** Who makes a change, for the audit log of the controller. */
const userOf = (body: ControlBody): string => (body['user'] === undefined ? 'admin' : textOf(body, 'user'))

function textOf(body: ControlBody, key: string): string {
  const value = body[key]
  if (typeof value !== 'string') throw new Error(`${key}: expected a string`)
  return value
}

function numberOf(body: ControlBody, key: string): number {
  const value = body[key]
  if (typeof value !== 'number') throw new Error(`${key}: expected a number`)
  return value
}

function attributesOf(body: ControlBody): Record<string, string> {
  const attributes = body['attributes'] ?? {}
  const entries = Object.entries(attributes)
  if (typeof attributes !== 'object' || !entries.every(([, value]) => typeof value === 'string'))
    throw new Error('attributes: expected strings')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
