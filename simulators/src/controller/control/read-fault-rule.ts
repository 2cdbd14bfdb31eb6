import type { FaultRule } from '../faults/fault-rule.ts'

type Check = (value: unknown) => boolean

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'

/** Keys each kind requires besides the common ones. `change` is a function, so it cannot be sent as JSON. */
const NEEDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  html: { status: isNumber },
  login_page: {},
  not_ready: {},
  truncated: {},
  reset: {},
  drop: {},
  hang: {},
  delay: { ms: isNumber },
  trickle: { pieceBytes: isNumber, everyMs: isNumber },
  empty_page: {},
  short_page: { missing: isNumber },
  repeated_object: {},
  nameless_children: {},
  too_big: {},
  error: { status: isNumber, code: isText, text: isText },
  invalid_token: {},
}

const COMMON: Readonly<Record<string, Check>> = {
  kind: isText,
  on: (value) => ['data', 'login', 'refresh', 'document', 'any'].includes(String(value)),
  path: isText,
  next: isNumber,
  after: isNumber,
  every: isNumber,
  abovePageSize: isNumber,
}

/** Checks a rule received as JSON; throws an error that the sender can read. */
export function readFaultRule(json: Record<string, unknown>): FaultRule {
  const kind = String(json['kind'])
  const needs = NEEDS[kind]
  if (!needs) throw new Error(`kind "${kind}": expected one of ${Object.keys(NEEDS).join(', ')}`)
  for (const [key, value] of Object.entries(json)) {
    const check = needs[key] ?? COMMON[key]
    if (!check?.(value)) throw new Error(`${key}: ${JSON.stringify(value)} is not usable for "${kind}"`)
  }
  const missing = Object.keys(needs).filter((key) => !(key in json))
  if (missing.length > 0) throw new Error(`"${kind}" needs ${missing.join(', ')}`)
  // Checked key by key above, which the compiler cannot follow.
  return json as unknown as FaultRule
}
