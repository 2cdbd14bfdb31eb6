/** What a check has found: what is wrong, and what is worth knowing. */
export type Findings = { readonly problems: readonly string[]; readonly facts: readonly string[] }

export const together = (all: readonly Findings[]): Findings => ({
  problems: all.flatMap(({ problems }) => problems),
  facts: all.flatMap(({ facts }) => facts),
})

const SHOWN = 5

/** One line for all that share a fault, with the first of them. */
export function fault(what: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : ''
  return [`${ids.length} ${what}: ${ids.slice(0, SHOWN).join(', ')}${more}`]
}
