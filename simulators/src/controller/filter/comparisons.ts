import type { Predicate } from './filter.ts'

/** How a property is ordered; `unknown` (class not in the table) compares as numbers if both sides look like one. */
export type Ordering = 'numeric' | 'text' | 'unknown'

const NUMBER = /^-?\d+(\.\d+)?$/

export function compareValues(left: string, right: string, ordering: Ordering): number {
  if (ordering !== 'text' && NUMBER.test(left) && NUMBER.test(right)) return Number(left) - Number(right)
  return left < right ? -1 : left > right ? 1 : 0
}

export function compileComparison(predicate: Predicate, ordering: Ordering): (value: string) => boolean {
  if (predicate.kind === 'between') {
    const { low, high } = predicate
    return (value) => compareValues(value, low, ordering) >= 0 && compareValues(value, high, ordering) <= 0
  }
  const wanted = predicate.value
  const order = (value: string) => compareValues(value, wanted, ordering)
  switch (predicate.operator) {
    case 'eq':
      return (value) => value === wanted || order(value) === 0
    case 'ne':
      return (value) => value !== wanted && order(value) !== 0
    case 'lt':
      return (value) => order(value) < 0
    case 'gt':
      return (value) => order(value) > 0
    case 'le':
      return (value) => order(value) <= 0
    case 'ge':
      return (value) => order(value) >= 0
    case 'wcard':
      return compileWildcard(wanted)
    case 'anybit':
      return (value) => wanted.split(',').some((flag) => flagsOf(value).includes(flag.trim()))
    case 'allbits':
      return (value) => wanted.split(',').every((flag) => flagsOf(value).includes(flag.trim()))
  }
}

function flagsOf(value: string): string[] {
  return value.split(',').map((flag) => flag.trim())
}

/** Plain text means "contains"; `*` and `.*` match anything. Case-sensitive. */
function compileWildcard(pattern: string): (value: string) => boolean {
  const pieces = pattern.split(/\.?\*/)
  if (pieces.length === 1) return (value) => value.includes(pattern)
  return (value) => {
    let from = 0
    for (const piece of pieces) {
      const found = value.indexOf(piece, from)
      if (found < 0) return false
      from = found + piece.length
    }
    return true
  }
}
