import { isWireObject, type WireObject } from '../canvas/wire.ts'
import type { Suggestions } from '../suggest.ts'
import type { ConfigFault } from './post-processor.ts'
import { unknownKeys } from './unknown-options.ts'

const CONDITION = ['property', 'operator', 'value']
const GROUPS = ['any', 'all', 'not']

type Placed = readonly [part: unknown, path: readonly string[]]

/** Keys in the filter trees of a step that mean nothing there. */
export function conditionKeyFaults(filters: readonly unknown[] = [], suggestions: Suggestions): ConfigFault[] {
  // Level by level, because trees nested too deeply for others are seen here as well.
  let level = partsOf(filters, ['filters'])
  const found: ConfigFault[][] = []
  while (level.length > 0) {
    const objects = level.filter((placed): placed is readonly [WireObject, readonly string[]] =>
      isWireObject(placed[0]),
    )
    found.push(objects.flatMap(([part, path]) => unknownKeys(part, knownKeys(part), path, suggestions)))
    level = objects.flatMap(([part, path]) => groupsOf(part).flatMap((group) => partsOf(part[group], [...path, group])))
  }
  return found.flat()
}

// Of several groups in one object only the first counts.
function knownKeys(part: WireObject): readonly string[] {
  const groups = groupsOf(part)
  return groups.length === 0 ? CONDITION : groups
}

const groupsOf = (part: WireObject): readonly string[] => GROUPS.filter((key) => key in part).slice(0, 1)

function partsOf(part: unknown, path: readonly string[]): Placed[] {
  return Array.isArray(part) ? part.map((item: unknown, index) => [item, [...path, String(index)]]) : [[part, path]]
}
