import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Failed } from '../outbound/controller-failure.ts'

const Item = Type.Record(
  Type.String(),
  Type.Object({
    attributes: Type.Record(Type.String(), Type.String()),
    children: Type.Optional(Type.Array(Type.Unknown())),
  }),
)
const Envelope = Type.Object({ totalCount: Type.String({ pattern: '^[0-9]{1,12}$' }), imdata: Type.Array(Item) })

export type SmallAnswer = {
  readonly ok: true
  readonly totalCount: number
  /** Objects with one key, the class. */
  readonly imdata: Static<typeof Envelope>['imdata']
}

/** Of logins, refreshes, tests and errors, decoded: they are parsed on the main thread, and are small. */
export const SMALL_ANSWER_BYTES = 256_000

const NO_ANSWER: Failed = {
  ok: false,
  failure: { reason: 'unreachable', message: "The response is not a controller's response." },
}

/** Parses a response in place. Larger ones than `SMALL_ANSWER_BYTES` belong in a worker thread. */
export function readSmallAnswer(body: Uint8Array): SmallAnswer | Failed {
  const parsed = parse(body)
  if (!Check(Envelope, parsed)) return NO_ANSWER
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
