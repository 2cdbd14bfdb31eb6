import { describe, expect, it } from 'vitest'
import { chooseExpired, expiresAt, type RetentionCandidate } from './retention.ts'

const NOW = new Date('2026-05-10T03:30:00.000Z')
const AGO = new Date('2026-05-10T03:29:59.999Z')
const LATER = new Date('2026-05-10T03:30:00.001Z')

const snapshot = (id: string, day: number, more: Partial<RetentionCandidate> = {}): RetentionCandidate => ({
  id,
  lineageId: 'one',
  capturedAt: new Date(Date.UTC(2026, 0, day)),
  expiresAt: AGO,
  pinned: false,
  ...more,
})

describe('expiresAt', () => {
  it.each([
    ['7d', '2028-02-25T10:00:00.000Z', '2028-03-03T10:00:00.000Z'],
    ['30d', '2026-03-20T10:00:00.000Z', '2026-04-19T10:00:00.000Z'],
    ['90d', '2026-01-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['1y', '2028-01-01T00:00:00.001Z', '2028-12-31T00:00:00.001Z'],
  ] as const)('a snapshot expires %s after %s', (policy, captured, expired) => {
    expect(expiresAt(policy, new Date(captured))?.toISOString()).toBe(expired)
  })

  it('is null for `forever`', () => {
    expect(expiresAt('forever', NOW)).toBeNull()
  })
})

describe('chooseExpired', () => {
  it.each<[string, Partial<RetentionCandidate>, boolean]>([
    ['includes an expired snapshot', { expiresAt: AGO }, true],
    ['includes one that expires now', { expiresAt: NOW }, true],
    ['excludes one that expires later', { expiresAt: LATER }, false],
    ['excludes one that never expires', { expiresAt: null }, false],
    ['excludes a pinned one', { pinned: true }, false],
  ])('chooses expired snapshots: %s', (_fact, more, isChosen) => {
    expect(chooseExpired([snapshot('a', 1, more)], NOW, { keepFirstAndLast: false })).toEqual(isChosen ? ['a'] : [])
  })

  it('keeps the first and the last of each lineage if requested', () => {
    const other = { lineageId: 'other' }
    const snapshots = [
      ...[snapshot('d', 4), snapshot('b', 2), snapshot('a', 1), snapshot('c', 3)],
      ...[
        snapshot('x', 9, other),
        snapshot('y', 9, other),
        snapshot('z', 9, other),
        snapshot('w', 1, { lineageId: 'single' }),
      ],
    ]

    expect(chooseExpired(snapshots, NOW, { keepFirstAndLast: true })).toEqual(['b', 'c', 'y'])
    expect(chooseExpired(snapshots, NOW, { keepFirstAndLast: false })).toEqual(['d', 'b', 'a', 'c', 'x', 'y', 'z', 'w'])
  })

  it('considers snapshots that are kept anyway as first and last', () => {
    const snapshots = [snapshot('a', 1, { pinned: true }), snapshot('b', 2), snapshot('c', 3, { expiresAt: LATER })]

    expect(chooseExpired(snapshots, NOW, { keepFirstAndLast: true })).toEqual(['b'])
  })
})
