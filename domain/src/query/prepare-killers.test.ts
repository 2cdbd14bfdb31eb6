import { describe, expect, it } from 'vitest'
import { KILLERS } from '../testing/killers/killers.ts'
import { smallMim } from '../testing/small-mim.ts'
import { prepareQuery } from './prepare-query.ts'

const SIZE = 480_000
const prepare = ({ canvas, variables }: (typeof KILLERS)[number], size: number) =>
  prepareQuery({ canvas: canvas(size), variables: variables?.(size) ?? {}, model: smallMim })

// Whoever takes quadratic time for one of these takes minutes, and the test times out.
describe('a hostile canvas as large as allowed', () => {
  it.each(KILLERS.map((killer) => [killer.name, killer] as const))(
    'is prepared, or refused, soon: %s',
    { timeout: 30_000 },
    (_, killer) => {
      const { errors, warnings, plan } = prepare(killer, SIZE)

      const answer = JSON.stringify({ errors, warnings, plan: plan?.steps, text: plan?.text })
      expect(answer.length).toBeLessThan(5_000_000)
      expect(plan === undefined).toBe(errors.length > 0)
    },
  )
})
