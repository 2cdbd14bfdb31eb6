import { describe, expect, it } from 'vitest'
import { afterImportFrame, furtherOf, type ImportView, secondsLeft } from './import-view.ts'

const phase = (name: string) => ({ type: 'phase', data: { phase: name, message: '' } })
const progress = (step: string, current: number, total: number) => ({
  type: 'progress',
  data: { step, current, total },
})
const after = (...frames: { type: string; data: unknown }[]) =>
  frames.reduce<ImportView | undefined>(afterImportFrame, undefined)

describe('what the channel of an import says', () => {
  it('is the phase from the start, then how far it has come', () => {
    expect(after(phase('init'))).toEqual({ phase: 'init', what: 'classes', done: 0, total: 0 })
    expect(after(phase('init'), phase('downloading'), progress('classes', 100, 288))).toEqual({
      phase: 'downloading',
      what: 'classes',
      done: 100,
      total: 288,
    })
    expect(after(phase('importing'), progress('properties', 5, 9))).toMatchObject({ what: 'properties', done: 5 })
  })

  it('is not changed by frames of other kinds', () => {
    const known = after(phase('downloading'), progress('classes', 3, 9))

    expect(afterImportFrame(known, { type: 'import_complete', data: {} })).toBe(known)
    expect(afterImportFrame(known, phase('from another version'))).toBe(known)
  })
})

const view = (name: ImportView['phase'], done: number): ImportView => ({
  phase: name,
  what: 'classes',
  done,
  total: 300,
})

it.each([
  [view('downloading', 100), view('downloading', 50), 100],
  [view('downloading', 100), view('importing', 0), 0],
  [view('init', 0), undefined, 0],
])('the further of %j and %j has %d done', (stored, live, done) => {
  expect(furtherOf(stored, live).done).toBe(done)
})

describe('the time left', () => {
  it.each([
    [{ at: 0, done: 0 }, { at: 10_000, done: 100 }, 300, 20],
    [{ at: 0, done: 200 }, { at: 4_000, done: 240 }, 300, 6],
    [{ at: 0, done: 0 }, { at: 1_000, done: 100 }, 300, undefined],
    [{ at: 0, done: 0 }, { at: 9_000, done: 3 }, 300, undefined],
    [{ at: 0, done: 0 }, { at: 9_000, done: 300 }, 300, undefined],
  ])('from %j to %j of %d is %s s', (first, last, total, expected) => {
    expect(secondsLeft(first, last, total)).toBe(expected)
  })
})
