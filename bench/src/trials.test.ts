import { expect, it } from 'vitest'
import { type Measurement, TRIAL } from './measurement.ts'
import { latency } from './measurements/latency.ts'
import { list } from './measurements/list.ts'

it.each<Measurement>([list, latency])('the measurement "$name" works', async ({ run }) => {
  const lines = await run(TRIAL)

  expect(lines.length).toBeGreaterThan(0)
  for (const { what, heddle, floor } of lines) {
    expect(heddle, what).toMatch(/\d/)
    expect(`${heddle} ${floor}`, what).not.toMatch(/NaN|Infinity/)
  }
})
