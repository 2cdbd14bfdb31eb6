import { expect, it } from 'vitest'
import { compilePattern, MOST_STEPS_FOR_TEXT } from './compile-pattern.ts'
import { programSizeOf } from './check-pattern.ts'
import { Steps, TooManySteps } from './steps.ts'

it('finds anywhere, matches as a whole, and captures what is found first', () => {
  const pattern = compilePattern('eth(\\d+)(/\\d+)?')

  expect([pattern.finds('to eth1/2'), pattern.finds('po1')]).toEqual([true, false])
  expect([pattern.matches('eth1'), pattern.matches('to eth1')]).toEqual([true, false])
  expect(pattern.capture('to eth1 and eth2/3')).toEqual(['1', null])
  expect(pattern.capture('po1')).toBeUndefined()
  expect(pattern.groupCount).toBe(2)
})

it.each(['finds', 'matches', 'capture'] as const)('%s counts characters times instructions', (method) => {
  const size = programSizeOf('bc')
  const pattern = compilePattern('bc', new Steps(3 * 10 * size))

  for (let call = 0; call < 3; call++) pattern[method]('a'.repeat(10))

  expect(() => pattern[method]('a')).toThrow(TooManySteps)
})

it('refuses a text that is too long for the size of the pattern', () => {
  const pattern = compilePattern('(a?){900}[bc]$')
  const longest = Math.floor(MOST_STEPS_FOR_TEXT / programSizeOf('(a?){900}[bc]$'))

  expect(pattern.finds('a'.repeat(longest))).toBe(false)
  expect(() => pattern.finds('a'.repeat(longest + 1))).toThrow(`expected at most ${longest}`)
})
