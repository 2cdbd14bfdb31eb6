import { MINUTE } from '../../kernel/durations.ts'
import { parseBaseUrl } from '../outbound/base-url.ts'
import { createAutomationServer } from './automation-client.ts'
import { type AutomationOptions, type AutomationSettings, automationSettings } from './automation-options.ts'
import { type AutomationPool, type AutomationServer, type AutomationTarget } from './automation-server.ts'
import type { AutomationTransport } from './automation-transport.ts'
import { openApi } from './open-api.ts'
import { RequestSlots } from './request-slots.ts'
import { testAutomation } from './test-automation.ts'

/** Jobs are asked for every second: a warning for each of these uses would bury the log. */
const WARNING_EVERY_MS = 10 * MINUTE

type Opened = { readonly revision: string; readonly server: AutomationServer; readonly transport: AutomationTransport }

/** Opens what holds all of a process's sockets to automation servers. */
export function openAutomationPool(options: AutomationOptions): AutomationPool {
  const settings = automationSettings(options)
  const opened = new Map<string, Opened>()
  /** By address, not by connection: two connections to one server share its capacity. */
  const slots = new Map<string, RequestSlots>()
  const warnedAt = new Map<string, number>()
  /** Those whose connection was dropped while they still wait for what they sent. */
  const leaving = new Set<AutomationTransport>()

  function open(target: AutomationTarget): Opened {
    const key = originOf(target)
    const shared = slots.get(key) ?? new RequestSlots(settings.requestsInFlight)
    slots.set(key, shared)
    const { api, transport } = openApi(target, settings, shared)
    return { revision: target.revision, server: createAutomationServer(api, settings, target.connectionId), transport }
  }

  function warnNowAndThen(target: AutomationTarget): void {
    const now = performance.now()
    if (now - (warnedAt.get(target.connectionId) ?? -Infinity) < WARNING_EVERY_MS) return
    warnedAt.set(target.connectionId, now)
    warnAboutUnverifiedTls(settings, target)
  }

  async function drop(connectionId: string): Promise<void> {
    warnedAt.delete(connectionId)
    const known = opened.get(connectionId)
    if (!known) return
    opened.delete(connectionId)
    leaving.add(known.transport)
    await known.transport.leave()
  }

  return {
    server: (target) => {
      const known = opened.get(target.connectionId)
      const isKnown = known?.revision === target.revision
      if (!isKnown) void drop(target.connectionId)
      if (!target.verifySsl) warnNowAndThen(target)
      if (isKnown) return known.server
      const one = open(target)
      opened.set(target.connectionId, one)
      return one.server
    },

    test: (target) => {
      if (!target.verifySsl) warnAboutUnverifiedTls(settings, target)
      return testAutomation(target, settings)
    },

    drop,

    close: async () => {
      const transports = [...[...opened.values()].map(({ transport }) => transport), ...leaving]
      opened.clear()
      leaving.clear()
      await Promise.all(transports.map((transport) => transport.close()))
    },
  }
}

function originOf({ baseUrl }: AutomationTarget): string {
  const base = parseBaseUrl(baseUrl)
  return base.ok ? base.origin : baseUrl
}

/** Logged while it is used, so that the log shows how long a connection was open to a man in the middle. */
function warnAboutUnverifiedTls({ logger }: AutomationSettings, { connectionId, baseUrl }: AutomationTarget): void {
  logger.warn(
    { connection_id: connectionId, base_url: baseUrl },
    'the certificate of this automation server is not verified',
  )
}
