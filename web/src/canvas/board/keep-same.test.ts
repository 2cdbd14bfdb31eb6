import { expect, it } from 'vitest'
import { keepSame } from './keep-same.ts'

const PART = { class_name: 'fvBD' }
const item = (id: string, x: number) => ({ id, position: { x }, data: { part: PART } })

it('gives back what did not change', () => {
  const keep = keepSame<ReturnType<typeof item>>(({ id }) => id)
  const first = keep([item('a', 1), item('b', 1)])

  const second = keep([item('a', 1), item('b', 2)])

  expect(keep([item('a', 1), item('b', 2)])).toBe(second)
  expect(second[0]).toBe(first[0])
  expect(second[1]).not.toBe(first[1])
  expect(keep([item('a', 1)])).toHaveLength(1)
})

it('sees another value one level down, and another object below that', () => {
  const keep = keepSame<ReturnType<typeof item>>(({ id }) => id)
  const [before] = keep([item('a', 1)])

  expect(keep([{ ...item('a', 1), data: { part: { ...PART } } }])[0]).not.toBe(before)
})
