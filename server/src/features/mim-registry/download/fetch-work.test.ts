import { describe, expect, it } from 'vitest'
import { emptySharedBytes } from '../../../platform/threads/bytes.ts'
import { decideNext, type FetchWork, firstTry, isCompressed, type FetchOutcome } from './fetch-work.ts'

const VERSIONS = ['latest', '611', '521']
const begun = firstTry({ id: 7, package: 'fv', className: 'BD', isCore: true })
const CLASS: FetchOutcome = { kind: 'class', ok: true, line: emptySharedBytes(0), references: [] }
const MISSING: FetchOutcome = { kind: 'missing', status: 404 }
const BROKEN: FetchOutcome = { kind: 'unavailable', status: 502, message: 'HTTP 502' }
const decide = (work: FetchWork, outcome: FetchOutcome, random = 0.5) =>
  decideNext(work, outcome, VERSIONS, () => random)

/** All waits until the end, and the end. */
function play(outcomes: readonly FetchOutcome[]) {
  const waits: number[] = []
  let work = begun
  for (const outcome of outcomes) {
    const next = decide(work, outcome)
    if (next.kind === 'end') return { waits, end: next.end }
    waits.push(next.afterMs)
    work = next.work
  }
  return { waits, work }
}

describe('after an attempt, a class', () => {
  it('is done if it was found', () => {
    expect(play([CLASS]).end).toMatchObject({
      state: 'done',
      sourceVersion: 'latest',
      attemptedVersions: ['latest'],
      retryCount: 0,
    })
  })

  it('is looked up in the next version at once if it is missing', () => {
    const found = play([MISSING, CLASS])

    expect(found.waits).toEqual([0])
    expect(found.end).toMatchObject({ state: 'done', sourceVersion: '611', attemptedVersions: ['latest', '611'] })
  })

  it('is not found if no version has it', () => {
    expect(play([MISSING, MISSING, MISSING]).end).toMatchObject({
      state: 'not_found',
      sourceVersion: null,
      attemptedVersions: VERSIONS,
      httpStatusLast: 404,
    })
  })

  it('is retried after 1, 2, 4 and 8 seconds before it fails, without trying another version', () => {
    const failed = play([BROKEN, BROKEN, BROKEN, BROKEN, BROKEN])

    expect(failed.waits).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(failed.end).toMatchObject({
      state: 'failed',
      attemptedVersions: ['latest'],
      httpStatusLast: 502,
      retryCount: 4,
    })
  })

  it('has attempts counted per version, and retries over all versions', () => {
    const found = play([BROKEN, MISSING, BROKEN, CLASS])

    expect(found.waits).toEqual([1_000, 0, 1_000])
    expect(found.end).toMatchObject({ state: 'done', sourceVersion: '611', retryCount: 2 })
  })

  it('fails at once if the source refuses', () => {
    expect(play([{ kind: 'refused', status: 403, message: 'HTTP 403' }]).end).toMatchObject({
      state: 'failed',
      httpStatusLast: 403,
      lastError: 'HTTP 403',
      retryCount: 0,
    })
  })

  it.each([
    [0, 800],
    [1, 1_200],
  ])('is retried with jitter: chance %s waits %s ms', (random, afterMs) => {
    expect(decide(begun, BROKEN, random)).toMatchObject({ kind: 'ask', afterMs })
  })

  it('is retried no sooner than the source asks', () => {
    expect(decide(begun, { ...BROKEN, retryAfterMs: 30_000 })).toMatchObject({ afterMs: 30_000 })
  })

  it('is requested uncompressed on every second attempt', () => {
    expect([0, 1, 2, 3, 4].map((tries) => isCompressed({ ...begun, tries }))).toEqual([true, false, true, false, true])
  })
})
