import type { MatchOperator } from '../canvas/canvas.ts'
import { addressKeyOf, hostOf, networkOf, networkRange } from '../values/addresses.ts'
import { textOf } from '../values/compare-texts.ts'
import { compareUnits } from '../values/natural-order.ts'
import type { JoinValue } from './operand-values.ts'
import { type KeyRange, rankBy, type Stretches, keyStretches } from './stretches.ts'

/** Pairs of addresses and networks. A network is the range from its first address to its last. */
export function networkStretches(
  op: Extract<MatchOperator, 'in_subnet' | 'contains_ip' | 'overlaps'>,
  left: readonly JoinValue[],
  right: readonly JoinValue[],
): readonly Stretches[] {
  switch (op) {
    case 'in_subnet':
      return [inside('left', left.map(hostKey), right.map(rangeOf))]
    case 'contains_ip':
      return [inside('right', right.map(hostKey), left.map(rangeOf))]
    case 'overlaps': {
      // One contains the first address of the other; where they begin together, both do, and the pair counts once.
      const [ours, theirs] = [left.map(rangeOf), right.map(rangeOf)]
      const after = ours.map((range) => range && { ...range, open: true })
      return [inside('left', ours.map(startOf), theirs), inside('right', theirs.map(startOf), after)]
    }
  }
}

type Networks = readonly (KeyRange<string> | undefined)[]

const inside = (ranked: Stretches['ranked'], keys: readonly (string | undefined)[], ranges: Networks): Stretches =>
  keyStretches(ranked, rankBy(keys, compareUnits), ranges, compareUnits)

const startOf = (range: KeyRange<string> | undefined): string | undefined => range?.low

function hostKey(value: JoinValue): string | undefined {
  const address = value === undefined ? undefined : hostOf(textOf(value))
  return address && addressKeyOf(address)
}

function rangeOf(value: JoinValue): KeyRange<string> | undefined {
  const network = value === undefined ? undefined : networkOf(textOf(value))
  return network && networkRange(network)
}
