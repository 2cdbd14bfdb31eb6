import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Failed } from '../outbound/controller-failure.ts'

const Item = Type.Record(
  Type.String(),
  Type.Object({ attributes: Type.Record(Type.String(), Type.String()), children: Type.Optional(Type.Array(Type.Unknown())) }),
)
const Envelope = Type.Object({ totalCount: Type.String({ pattern: '^[0-9]{1,12}$' }), imdata: Type.Array(Item) })

export type SmallAnswer = {
  readonly ok: true
  readonly totalCount: number
  /** Objects with one key, the class. */
  readonly imdata: Static<typeof Envelope>['imdata']
}

const LARGEST_BYTES = 1024 * 1024

/** Parses a response in place. Larger ones belong in a worker thread. */
export function readSmallAnswer(body: Uint8Array): SmallAnswer | Failed {
  if (body.byteLength > LARGEST_BYTES) return failed('too_big', 'The response is larger than expected here.')
  const parsed = parse(body)
  if (!Check(Envelope, parsed)) return failed('unreachable', "The response is not a controller's response.")
  return { ok: true, totalCount: Number(parsed.totalCount), imdata: parsed.imdata }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // The caller reports it as an invalid response.
    return undefined
  }
}

function failed(reason: 'too_big' | 'unreachable', message: string): Failed {
  return { ok: false, failure: { reason, message } }
}
