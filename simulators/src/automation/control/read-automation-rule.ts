import type { AutomationFaultRule } from '../faults/automation-fault.ts'
import type { WebhookFaultRule } from '../notifications/webhook-fault.ts'
import { checkRule, isNumber, isOneOf, isStatus, isText, type Shape, TIMING } from '../../shared/check-rule.ts'

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

const WEBHOOK_FAULTS: Readonly<Record<WebhookFaultRule['kind'], Shape>> = {
  lose: {},
  double: {},
  delay: { ms: isNumber },
  reorder: {},
}
const WEBHOOK_OPTIONS: Shape = { ...TIMING, event: isOneOf('started', 'success', 'error', 'test'), jobId: isNumber }

export function readAutomationFault(json: Readonly<Record<string, unknown>>): AutomationFaultRule {
  checkRule(json, FAULTS, FAULT_OPTIONS)
  // Checked key by key above, which the compiler cannot follow.
  return json as unknown as AutomationFaultRule
}

export function readWebhookFault(json: Readonly<Record<string, unknown>>): WebhookFaultRule {
  checkRule(json, WEBHOOK_FAULTS, WEBHOOK_OPTIONS)
  return json as unknown as WebhookFaultRule
}
