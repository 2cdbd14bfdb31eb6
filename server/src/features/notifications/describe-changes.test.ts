import { describe, expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'

const NONE = { added: 0, removed: 0, changed: 0, changed_rows: [] }
const rowOf = (dn: string, before: unknown, after: unknown) => ({ key: { dn }, fields: { mtu: { before, after } } })

describe('a notice of changes', () => {
  it('counts the changes and shows changed rows before and after', () => {
    const changed_rows = [rowOf('uni/tn-A/BD-web', '9000', '1500'), rowOf('uni/tn-A/BD-app', null, '')]

    const body = describeChanges({ ...NONE, added: 1, changed: 2, changed_rows })

    expect(body).toBe(`1 added, 0 removed, 2 changed since the previous snapshot.

uni/tn-A/BD-web
  mtu: 9000 → 1500

uni/tn-A/BD-app
  mtu: (none) → (empty)`)
  })

  it('names the columns of a key that is not a DN', () => {
    const row = { key: { site: 'Aé', rack: 4 }, fields: { power: { before: 1.5, after: [true] } } }

    const body = describeChanges({ ...NONE, changed: 1, changed_rows: [row] })

    expect(body.split('\n\n')[1]).toBe('site Aé, rack 4\n  power: 1.5 → [true]')
  })

  it('shows ten rows with five fields each, and how many more there are', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`f${index}`, { before: 'a', after: 'b' }]),
    )
    const changed_rows = Array.from({ length: 12 }, (_, index) => ({ key: { dn: `uni/tn-${index}` }, fields }))

    const parts = describeChanges({ ...NONE, changed: 40, changed_rows }).split('\n\n')

    expect(parts).toHaveLength(1 + 10 + 1)
    expect(parts[1]?.split('\n')).toEqual([
      'uni/tn-0',
      ...[0, 1, 2, 3, 4].map((index) => `  f${index}: a → b`),
      '  and 2 more fields',
    ])
    expect(parts.at(-1)).toBe('And 30 more.')
  })

  it('truncates long values, and keeps its line structure whatever they contain', () => {
    const row = {
      key: { dn: `uni/${'x'.repeat(500)}` },
      fields: { ['n\nn']: { before: 'two\nlines', after: 'y'.repeat(10_000) } },
    }

    const [, shown = ''] = describeChanges({ ...NONE, changed: 1, changed_rows: [row] }).split('\n\n')

    const [key = '', field = '', ...rest] = shown.split('\n')
    expect(rest).toEqual([])
    expect(key).toHaveLength(150)
    expect(field).toBe(`  n n: two lines → ${'y'.repeat(79)}…`)
  })
})
