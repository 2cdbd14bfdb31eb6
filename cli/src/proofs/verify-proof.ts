import { createHash } from 'node:crypto'
import { isRecord } from '../is-record.ts'
import { type Authors, authorsIn } from './authors-in.ts'
import { canonicalJson } from './canonical-json.ts'

export type Verified = {
  readonly kind: 'report of a change' | 'proof of an automation request'
  readonly name: string
  readonly sha256: string
  /** Absent where the text says nothing about authors. */
  readonly changed_by?: Authors
}
export type Refused = { readonly because: string }

/**
 * Says whether a report of a change or a proof of automation is what was sealed, byte for byte. It needs no server: the
 * hash is in the text. Who alters the text and the hash as well is found out only by a hash from elsewhere.
 */
export function verifyProof(bytes: Uint8Array, expected?: string): Verified | Refused {
  const text = decode(bytes)
  if (text === undefined) return { because: 'It is not UTF-8: some bytes were changed, or it is another file.' }
  const value = parse(text)
  if (value === undefined) return { because: 'It is not JSON: it was cut or changed, or it is another file.' }
  const about = isRecord(value) ? aboutOf(value) : undefined
  if (!isRecord(value) || !about)
    return { because: 'It is neither a report of a change nor a proof of an automation request.' }
  const { sha256, ...rest } = value
  if (typeof sha256 !== 'string') return { because: 'Its hash is missing: it has no field sha256.' }
  const actual = createHash('sha256').update(canonicalJson(rest)).digest('hex')
  if (actual !== sha256) return { because: `It was changed: its hash is ${actual}, and it says ${sha256}.` }
  const place = firstDifference(bytes, new TextEncoder().encode(canonicalJson(value)))
  if (place !== undefined)
    return { because: `It says what was sealed, but differs from byte ${place} on: it was formatted or added to.` }
  if (expected !== undefined && expected.toLowerCase() !== sha256)
    return { because: `It is sealed, but it is another one: its hash is ${sha256}.` }
  const authors = authorsIn(value)
  return { ...about, sha256, ...(authors && { changed_by: authors }) }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function aboutOf({ change, queries, request, template, executions }: Record<string, unknown>) {
  if (isRecord(change) && Array.isArray(queries)) return { kind: 'report of a change', name: nameOf(change) } as const
  if (typeof request === 'string' && isRecord(template) && Array.isArray(executions))
    return { kind: 'proof of an automation request', name: nameOf(template) } as const
  return undefined
}

const nameOf = ({ name }: Record<string, unknown>): string => (typeof name === 'string' ? name : '')

/** Counted from 1; undefined if they are equal. */
function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const at = one.findIndex((byte, index) => byte !== other[index])
  if (at >= 0) return at + 1
  return one.length === other.length ? undefined : one.length + 1
}
