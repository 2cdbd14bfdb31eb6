import type { FieldMessages } from '../../../kernel/field-messages.ts'

const MOST_FAULTS = 10
const LONGEST_FAULT = 200

/** The first errors of a choice or of its rows as lines of text, each with its field. */
export function describeFaults(faults: Readonly<FieldMessages>): string {
  const all = Object.entries(faults)
  const lines = all
    .slice(0, MOST_FAULTS)
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`.slice(0, LONGEST_FAULT))
  const more = all.length - lines.length
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
}
