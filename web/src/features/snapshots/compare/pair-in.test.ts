import { describe, expect, it } from 'vitest'
import { pairIn } from './pair-in.ts'

const capture = (id: string, changed: number | null, connection = 'c') => ({
  id,
  changes: changed === null ? null : { added: 0, removed: 0, changed, unchanged: 5 },
  controller_connection: connection,
  controller_connections: null,
})
/** Newest first. */
const CAPTURES = [capture('5', 0), capture('4', 3, 'other'), capture('3', 2), capture('2', 0), capture('1', null)]
const side = (a?: string, b?: string) => pairIn(CAPTURES, { a, b })

describe('the pair to compare', () => {
  it('is the newest in which something changed, on one connection', () => {
    expect(side()).toEqual({ a: '2', b: '3' })
  })

  it('is the newest one where nothing ever changed', () => {
    expect(pairIn([capture('2', 0), capture('1', null)], { a: undefined, b: undefined })).toEqual({ a: '1', b: '2' })
  })

  it('ends with the side that is named, or begins with it', () => {
    expect([side(undefined, '3'), side('1'), side('5')]).toEqual([
      { a: '2', b: '3' },
      { a: '1', b: '5' },
      { a: '3', b: '5' },
    ])
  })

  it('is none where there is nothing before', () => {
    expect([side(undefined, '4'), pairIn([], { a: undefined, b: undefined })]).toEqual([undefined, undefined])
  })
})
