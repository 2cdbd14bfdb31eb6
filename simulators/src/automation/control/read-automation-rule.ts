import type { AutomationFaultRule } from '../faults/automation-fault.ts'
import type { WebhookFaultRule } from '../notifications/webhook-fault.ts'

type Check = (value: unknown) => boolean
type Shape = Readonly<Record<string, Check>>

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'
const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(String(value))

const TIMING: Shape = { kind: isText, next: isNumber, after: isNumber, every: isNumber }
const isStatus: Check = (value) => isNumber(value) && Number(value) >= 200 && Number(value) < 600

/** Keys each kind requires besides the common ones. */
const FAULTS: Readonly<Record<AutomationFaultRule['kind'], Shape>> = {
  error: { status: isStatus },
  html: { status: isStatus },
  login_page: {},
  redirect: { to: isText },
  drop: {},
  hang: {},
  lost_answer: {},
  truncated: {},
  reset: {},
  invalid_json: {},
  delay: { ms: isNumber },
  trickle: { pieceBytes: isNumber, everyMs: isNumber },
  revoke_token: {},
  delete_job: {},
}

const FAULT_OPTIONS: Shape = {
  ...TIMING,
  method: isText,
  path: isText,
  detail: isText,
  retryAfter: isNumber,
  how: isOneOf('drop', 'hang', 'gateway_timeout'),
}

const WEBHOOK_FAULTS: Readonly<Record<WebhookFaultRule['kind'], Shape>> = { lose: {}, double: {}, delay: { ms: isNumber }, reorder: {} }
const WEBHOOK_OPTIONS: Shape = { ...TIMING, event: isOneOf('started', 'success', 'error', 'test'), jobId: isNumber }

export function readAutomationFault(json: Readonly<Record<string, unknown>>): AutomationFaultRule {
  check(json, FAULTS, FAULT_OPTIONS)
  // Checked key by key above, which the compiler cannot follow.
  return json as unknown as AutomationFaultRule
}

export function readWebhookFault(json: Readonly<Record<string, unknown>>): WebhookFaultRule {
  check(json, WEBHOOK_FAULTS, WEBHOOK_OPTIONS)
  return json as unknown as WebhookFaultRule
}

/** Throws an error that lists every mistake. */
function check(json: Readonly<Record<string, unknown>>, kinds: Readonly<Record<string, Shape>>, options: Shape): void {
  const kind = String(json['kind'])
  const needs = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!needs) throw new Error(`kind "${kind}": expected one of ${Object.keys(kinds).join(', ')}`)
  const wrong = Object.entries(json).filter(([key, value]) => !(needs[key] ?? options[key])?.(value))
  const missing = Object.keys(needs).filter((key) => !(key in json))
  const mistakes = [
    ...wrong.map(([key, value]) => `${key}: ${JSON.stringify(value)} is not usable for "${kind}"`),
    ...missing.map((key) => `"${kind}" needs ${key}`),
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
}
