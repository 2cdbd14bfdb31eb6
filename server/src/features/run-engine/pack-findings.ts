import { createHash } from 'node:crypto'
import { DEFAULT_SEVERITY } from '@heddle/contract/queries.ts'
import type { Finding } from '@heddle/domain/expectation/findings.ts'
import type { Findings } from '@heddle/domain/expectation/judge-rows.ts'
import { storable } from '../../platform/text/storable.ts'
import type { FoundFindings, FoundIn } from './engine-types.ts'

const ITEMS_IN_PART = 100
const DIGITS_OF_ID = 32

/** Findings as they are stored, so that only texts cross between threads; null where there are none. */
export function packFindings({ items, truncated }: Findings, input: FoundIn): FoundFindings | null {
  if (items.length === 0) return null
  const connections = new Map(input.merge?.connections.map(({ id, name }) => [name, id]))
  const { subject = '', severity = DEFAULT_SEVERITY } = input.judging ?? {}
  const stored = items.map(({ controller, ...finding }) => ({
    id: findingId(
      subject,
      (controller === null ? undefined : connections.get(controller)) ?? input.connection,
      finding,
    ),
    severity,
    ...finding,
  }))
  const parts = Array.from({ length: Math.ceil(stored.length / ITEMS_IN_PART) }, (_, index) =>
    stored.slice(index * ITEMS_IN_PART, (index + 1) * ITEMS_IN_PART),
  )
  return { parts: parts.map((part) => ({ count: part.length, items: JSON.stringify(storable(part)) })), truncated }
}

/** The same in every run that finds it. */
function findingId(subject: string, connection: string, { resource }: Pick<Finding, 'resource'>): string {
  const text = JSON.stringify([subject, connection.toLowerCase(), resource])
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS_OF_ID)
}
