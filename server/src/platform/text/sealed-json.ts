import { createHash } from 'node:crypto'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'

/** A value, or a list that is read while it is written. */
export type Member = { readonly value: unknown } | { readonly items: AsyncIterable<unknown> }

/** Its members by the place of the hash among their names, each in the order of UTF-16 that RFC 8785 asks for. */
export type SealedObject = {
  /** At least one. */
  readonly before: Readonly<Record<string, Member>>
  /** Hashed before they are written, so they are values. At least one. */
  readonly after: Readonly<Record<string, unknown>>
}

/** The canonical JSON of an object with `sha256`, the hash of the same without it, written in one pass. */
export async function* sealed({ before, after }: SealedObject): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let opening = '{'
  for (const name of Object.keys(before).sort()) {
    for await (const part of textOf(`${opening}${JSON.stringify(name)}:`, before[name]!)) {
      hash.update(part)
      yield part
    }
    opening = ','
  }
  const rest = rfc8785Json(after).slice(1)
  hash.update(`,${rest}`)
  yield `,"sha256":"${hash.digest('hex')}",${rest}`
}

async function* textOf(name: string, member: Member): AsyncGenerator<string> {
  if ('value' in member) {
    yield name + rfc8785Json(member.value)
    return
  }
  let opening = `${name}[`
  for await (const item of member.items) {
    yield opening + rfc8785Json(item)
    opening = ','
  }
  yield opening === ',' ? ']' : `${opening}]`
}

/** The hash alone. */
export async function objectHash(object: SealedObject): Promise<string> {
  let last = ''
  for await (const part of sealed(object)) last = part
  return (JSON.parse(`{${last.slice(1)}`) as { sha256: string }).sha256
}
