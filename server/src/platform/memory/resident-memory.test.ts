import { memoryUsage } from 'node:process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { residentBytes } from './resident-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reads the memory of the process once, however often it is asked for in the same moment', () => {
  const read = vi.spyOn(memoryUsage, 'rss').mockReturnValueOnce(1).mockReturnValueOnce(2)

  const first = [residentBytes(), residentBytes()]
  vi.advanceTimersByTime(4)
  first.push(residentBytes())
  vi.advanceTimersByTime(1)

  expect([first, residentBytes()]).toEqual([[1, 1, 1], 2])
  expect(read).toHaveBeenCalledTimes(2)
})
