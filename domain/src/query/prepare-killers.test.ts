import { describe, expect, it } from 'vitest'
import type { Killer } from '../testing/killers/killer.ts'
import { KILLERS } from '../testing/killers/killers.ts'
import { smallMim } from '../testing/small-mim.ts'
import { prepareQuery } from './prepare-query.ts'

// A fifth of what a request may hold: `npm run fuzz` prepares most of them in full size.
const SIZE = 100_000
const prepare = ({ canvas, variables }: Killer, size: number) =>
  prepareQuery({ canvas: canvas(size), variables: variables?.(size) ?? {}, model: smallMim })

// Work that grows faster than that would take minutes, and the test would time out.
describe('a large hostile canvas', () => {
  it.each(KILLERS.map((killer) => [killer.name, killer] as const))(
    'is prepared, or refused, in seconds: %s',
    { timeout: 240_000 },
    (_, killer) => {
      const { errors, warnings, plan } = prepare(killer, SIZE)

      const answer = JSON.stringify({ errors, warnings, plan: plan?.steps, text: plan?.text })
      expect(answer.length).toBeLessThan(5_000_000)
      expect(plan === undefined).toBe(errors.length > 0)
    },
  )
})
