import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import { mergedConnectionId } from './merged-connection.ts'

const [A, B, C] = [
  '0b0e7f0e-6b1a-4a53-9d3f-111111111111',
  '0b0e7f0e-6b1a-4a53-9d3f-222222222222',
  '0b0e7f0e-6b1a-4a53-9d3f-333333333333',
]

describe('the id of several connections together', () => {
  it('is the same in any order and spelling, and stays the same between releases', () => {
    const id = mergedConnectionId([A, B])

    expect(id).toBe('9e29b38b-3193-5d02-9d24-073e5515285f')
    expect([mergedConnectionId([B, A]), mergedConnectionId([A.toUpperCase(), B])]).toEqual([id, id])
  })

  it('differs for other connections, and from that of a connection alone', () => {
    const ids = [[A, B], [A, C], [A], [A, B, C]].map(mergedConnectionId)

    expect(new Set([...ids, A, B, C]).size).toBe(7)
  })

  it('is a UUID that no connection can have', () => {
    const id = mergedConnectionId([randomUUID(), randomUUID()])

    expect(isUuid(id)).toBe(true)
    expect(id[14]).toBe('5')
  })
})
