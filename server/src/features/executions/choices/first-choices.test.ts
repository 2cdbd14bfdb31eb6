import { expect, it } from 'vitest'
import { compareNatural } from '@heddle/domain/values/natural-order.ts'
import { firstInOrder } from './first-choices.ts'

const NAMES = Array.from({ length: 5_000 }, (_, index) => `eth${(index * 7_919) % 5_000}`)

it('finds the first in natural order, as sorting all of them would', async () => {
  const { choices, count } = await firstInOrder(NAMES, '', 1_000)

  expect(choices).toEqual(NAMES.toSorted(compareNatural).slice(0, 1_000))
  expect(count).toBe(5_000)
})

it('counts all that contain the text, in any case', async () => {
  const { choices, count } = await firstInOrder(NAMES, 'TH12', 3)

  expect(choices).toEqual(['eth12', 'eth120', 'eth121'])
  expect(count).toBe(NAMES.filter((name) => name.includes('th12')).length)
})

it('gives way while it looks at many', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 0)

  await firstInOrder(
    Array.from({ length: 100_000 }, (_, index) => index),
    '',
    1_000,
  )
  clearInterval(ticking)

  expect(turns).toBeGreaterThan(3)
})
