import { describe, expect, it } from 'vitest'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { type Own, Upload } from './move.ts'
import { movesOf, Written } from './moves.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const things = { connection: ID, small: ID, large: ID, template: ID }
const own: Own = { executions: [ID], snapshots: [ID, ID] }
const api = { paths: { '/api/x/': { post: {} } } }
const MOST_BYTES = 12 * 1024 ** 2

// Without any body in the document, there is no large one to pick.
const ownMoves = movesOf(api).slice(0, -1)

describe('moves', () => {
  it.each(ownMoves.map((maker, at) => [at, maker] as const))('of kind %i repeat with their seed', (_at, maker) => {
    const first = JSON.stringify(maker.make(seededRandom(7), things, own))

    const again = JSON.stringify(maker.make(seededRandom(7), things, own))

    expect(again).toBe(first)
  })

  it.each(ownMoves.map((maker, at) => [at, maker] as const))(
    'of kind %i fit about what a body may have',
    (_at, maker) => {
      const sizes = Array.from({ length: 20 }, (_, seed) => {
        const body = maker.make(seededRandom(seed), things, own)?.body
        return body instanceof Upload ? body.bytes.length : Buffer.byteLength(JSON.stringify(body ?? ''))
      })

      expect(Math.max(...sizes)).toBeLessThan(4 * MOST_BYTES)
    },
  )

  it('need something to come back to', () => {
    const nothing: Own = { executions: [], snapshots: [] }

    const left = ownMoves.filter((maker) => maker.make(seededRandom(1), things, nothing) === undefined)

    expect(left).not.toEqual([])
  })
})

it('a written body is sent as it is', () => {
  expect(new Written('{"a":1}').json).toBe('{"a":1}')
})
