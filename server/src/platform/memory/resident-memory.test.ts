import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holding } from './resident-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads once, however often it is asked in the same moment', () => {
  const read = vi.fn(() => 0)
  read.mockReturnValueOnce(1).mockReturnValueOnce(2)
  const ask = holding(5, read)

  const first = [ask(), ask()]
  vi.advanceTimersByTime(4)
  first.push(ask())
  vi.advanceTimersByTime(1)

  expect([first, ask()]).toEqual([[1, 1, 1], 2])
  expect(read).toHaveBeenCalledTimes(2)
})
