import { PROVIDERS } from '../providers.ts'
import {
  type Check,
  checkRule,
  isNumber,
  isOneOf,
  isStatus,
  isText,
  type Shape,
  TIMING,
} from '../../shared/check-rule.ts'
import type { AiFaultRule } from '../faults/ai-fault.ts'
import { PROBLEMS } from '../problems/problem.ts'

const isPositive: Check = (value) => isNumber(value) && Number(value) > 0

/** Keys each kind requires besides the common ones. */
const FAULTS: Readonly<Record<AiFaultRule['kind'], Shape>> = {
  problem: { problem: isOneOf(...PROBLEMS) },
  error: { status: isStatus },
  html: { status: isStatus },
  error_in_200: {},
  drop: {},
  hang: {},
  delay: { ms: isNumber },
  truncated: {},
  reset: {},
  stall: {},
  trickle: { pieceBytes: isPositive, everyMs: isNumber },
  broken_json: {},
  fenced_json: {},
  wrong_schema: {},
  empty_answer: {},
  huge_answer: { characters: isNumber },
  cut_off: {},
  refusal: {},
  content_filter: {},
}

const OPTIONS: Shape = {
  ...TIMING,
  provider: isOneOf(...PROVIDERS),
  model: isText,
  on: isOneOf('chat', 'models', 'key', 'other'),
  path: isText,
  message: isText,
  retryAfter: isNumber,
}

export function readAiFault(json: Readonly<Record<string, unknown>>): AiFaultRule {
  checkRule(json, FAULTS, OPTIONS)
  // Checked key by key above, which the compiler cannot follow.
  return json as unknown as AiFaultRule
}
