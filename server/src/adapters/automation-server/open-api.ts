import { parseBaseUrl } from '../outbound/base-url.ts'
import { AutomationApi } from './automation-api.ts'
import type { AutomationSettings } from './automation-options.ts'
import { type AutomationTarget } from './automation-server.ts'
import { AutomationTransport } from './automation-transport.ts'
import type { RequestSlots } from './request-slots.ts'
import { maskOf } from './server-words.ts'
import { AutomationFailure } from './automation-failure.ts'

export function openApi(
  target: AutomationTarget,
  settings: AutomationSettings,
  slots: RequestSlots,
  isOnTrial = false,
) {
  const base = parseBaseUrl(target.baseUrl)
  // Stored addresses were checked.
  if (!base.ok) throw new AutomationFailure('unreachable', base.message)
  const { verifySsl: verifyTls, caCertificate: ca } = target
  const transport = new AutomationTransport(
    { origin: base.origin, verifyTls, ca, slots, mask: maskOf(secretsOf(target)), isOnTrial },
    settings,
  )
  return { api: new AutomationApi(target, base, transport, settings.retryDelayMs), transport }
}

/** Also as basic authentication sends it. */
function secretsOf({ token, username }: AutomationTarget): string[] {
  if (token === null) return []
  const secret = token.reveal()
  return [secret, Buffer.from(`${username}:${secret}`).toString('base64')]
}
