import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Failed } from './controller-failure.ts'

const Item = Type.Record(
  Type.String(),
  Type.Object({ attributes: Type.Record(Type.String(), Type.String()), children: Type.Optional(Type.Array(Type.Unknown())) }),
)
const Envelope = Type.Object({ totalCount: Type.String({ pattern: '^[0-9]{1,12}$' }), imdata: Type.Array(Item) })

export type SmallAnswer = {
  readonly ok: true
  readonly totalCount: number
  /** One-key objects, the key is the class. */
  readonly imdata: Static<typeof Envelope>['imdata']
}

const LARGEST_BYTES = 1024 * 1024

/** Parses an answer on the spot. Larger ones belong into a worker thread. */
export function readSmallAnswer(body: Uint8Array): SmallAnswer | Failed {
  if (body.byteLength > LARGEST_BYTES) return failed('too_big', 'The answer is larger than expected here.')
  const parsed = parse(body)
  if (!Check(Envelope, parsed)) return failed('unreachable', "The answer is not a controller's answer.")
  return { ok: true, totalCount: Number(parsed.totalCount), imdata: parsed.imdata }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Judged as no answer by the caller.
    return undefined
  }
}

function failed(reason: 'too_big' | 'unreachable', message: string): Failed {
  return { ok: false, failure: { reason, message } }
}
