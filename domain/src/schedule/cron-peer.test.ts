import { Cron } from 'croner'
import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../testing/random.ts'
import { nextRuns } from './next-run.ts'

const FIELDS = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]] as const // prettier-ignore

describe('a cron expression', () => {
  it('means the same in UTC as in croner', () => {
    const random = seededRandom(5)
    for (let sample = 0; sample < 1_000; sample++) {
      const expression = randomExpression(random)
      const after = new Date(
        Date.UTC(2026 + random.below(10), random.below(12), 1 + random.below(28), random.below(24), random.below(60)),
      )
      const peer = new Cron(expression, { mode: '5-part', timezone: 'UTC', paused: true })

      expect(nextRuns({ type: 'cron', expression, timezone: 'UTC' }, after, 5), expression).toEqual(
        peer.nextRuns(5, after),
      )
    }
  })
})

/** Only dates that exist in every month, because croner searches very long for others. */
function randomExpression(random: Random): string {
  return FIELDS.map(([lowest, highest]) =>
    random.chance(0.3) ? '*' : randomList(random, lowest, Math.min(highest, lowest === 1 ? 28 : 59)),
  ).join(' ')
}

function randomList(random: Random, lowest: number, highest: number): string {
  return Array.from({ length: 1 + random.below(3) }, () => randomItem(random, lowest, highest)).join(',')
}

function randomItem(random: Random, lowest: number, highest: number): string {
  const first = lowest + random.below(highest - lowest + 1)
  const last = first + random.below(highest - first + 1)
  const step = 1 + random.below(Math.min(7, highest - lowest))
  return random.pick([`${first}`, `${first}-${last}`, `${first}-${last}/${step}`, `*/${step}`])
}
