import type { RegistryFaultRule } from '../faults/registry-fault.ts'

type Check = (value: unknown) => boolean

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'

/** Keys each kind requires besides the common ones. */
const NEEDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  html: { status: (value) => isNumber(value) && Number(value) >= 200 && Number(value) < 600 },
  truncated: {},
  empty_object: {},
  not_a_document: {},
  bomb: { values: isNumber },
  reset: {},
  drop: {},
  hang: {},
  delay: { ms: isNumber },
}

const COMMON: Readonly<Record<string, Check>> = {
  kind: isText,
  className: isText,
  version: isText,
  path: isText,
  encoding: (value) => value === 'gzip' || value === 'identity',
  next: isNumber,
  after: isNumber,
  every: isNumber,
}

/** Checks a rule received as JSON; throws an error that lists every mistake. */
export function readRegistryFault(json: Readonly<Record<string, unknown>>): RegistryFaultRule {
  const kind = String(json['kind'])
  const needs = NEEDS[kind]
  if (!needs) throw new Error(`kind "${kind}": expected one of ${Object.keys(NEEDS).join(', ')}`)
  const wrong = Object.entries(json).filter(([key, value]) => !(needs[key] ?? COMMON[key])?.(value))
  const missing = Object.keys(needs).filter((key) => !(key in json))
  const mistakes = [
    ...wrong.map(([key, value]) => `${key}: ${JSON.stringify(value)} is not usable for "${kind}"`),
    ...missing.map((key) => `"${kind}" needs ${key}`),
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
  // Checked key by key above, which the compiler cannot follow.
  return json as unknown as RegistryFaultRule
}
