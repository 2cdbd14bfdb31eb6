import { describe, expect, it } from 'vitest'
import type { FabricAuditRecord } from '../fabric/audit-records.ts'
import { authorsOf, type BlamedRow, createBlame, peopleOf } from './blame.ts'

const USERS = ['ana', 'ben', 'cleo', 'dov', 'eva']

let made = 0
const record = (
  affected: string,
  user: string,
  action: FabricAuditRecord['action'],
  atMs = made,
): FabricAuditRecord => ({
  ...{ affected, user, action, atMs, changes: '', session: '' },
  record: `mod-${String(made++).padStart(5, '0')}`,
})
const whole = (records: readonly FabricAuditRecord[]) => ({ records, isWhole: true })
const users = (records: readonly FabricAuditRecord[], row: BlamedRow) =>
  createBlame(whole(records))(row).entries.map(({ user }) => user)

describe('blame', () => {
  it('finds who changed an object, or something below it, the newest first', () => {
    const records = [
      record('uni/tn-A/BD-web', 'ana', 'modified', 1),
      record('uni/tn-A/BD-web/subnet-[10.0.0.1/24]', 'ben', 'created', 2),
      record('uni/tn-A/BD-web2', 'cleo', 'modified', 3),
      record('uni/tn-A', 'dov', 'modified', 4),
    ]

    expect(users(records, { change: 'changed', dn: 'uni/tn-A/BD-web' })).toEqual(['ben', 'ana'])
  })

  it('finds who created or deleted something above a row that appeared or disappeared', () => {
    const records = [
      record('uni/tn-A', 'ana', 'deleted'),
      record('uni/tn-B', 'ben', 'created'),
      record('uni', 'eva', 'modified'),
    ]

    expect(users(records, { change: 'removed', dn: 'uni/tn-A/BD-web' })).toEqual(['ana'])
    expect(users(records, { change: 'added', dn: 'uni/tn-B/BD-web' })).toEqual(['ben'])
    expect(createBlame(whole(records))({ change: 'changed', dn: 'uni/tn-A/BD-web' })).toEqual({
      status: 'none',
      entries: [],
      more: false,
    })
  })

  it('knows nobody for a row without a DN', () => {
    expect(createBlame(whole([record('uni', 'ana', 'created')]))({ change: 'added', dn: undefined }).status).toBe(
      'unknown',
    )
  })

  it('finds what a log knows that begins within the span, and says of other rows that it does not know', () => {
    const find = createBlame({ records: [record('uni/tn-A', 'ana', 'modified')], isWhole: false })

    expect(find({ change: 'changed', dn: 'uni/tn-A' }).entries.map(({ user }) => user)).toEqual(['ana'])
    expect(find({ change: 'changed', dn: 'uni/tn-B' }).status).toBe('unknown')
  })

  it('lists five at most, and says that there are more', () => {
    const records = Array.from({ length: 7 }, (_, at) => record('uni/tn-A', USERS[at % 5]!, 'modified', at))

    const { entries, more } = createBlame(whole(records))({ change: 'changed', dn: 'uni/tn-A' })

    expect([entries.map(({ atMs }) => atMs), more]).toEqual([[6, 5, 4, 3, 2], true])
  })

  it('agrees with a search through all records, whatever they are', () => {
    let seed = 7
    const pick = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count
    const dns = Array.from(
      { length: 60 },
      (_, at) =>
        ['uni', `uni/tn-${at % 4}`, `uni/tn-${at % 4}/BD-${at % 7}`, `uni/tn-${at % 4}/BD-${at % 7}/subnet-[${at}/24]`][
          at % 4
        ]!,
    )
    for (let round = 0; round < 200; round += 1) {
      const records = Array.from({ length: pick(30) }, () =>
        record(dns[pick(60)]!, USERS[pick(5)]!, (['created', 'modified', 'deleted'] as const)[pick(3)]!),
      )
      const row = { change: (['added', 'removed', 'changed'] as const)[pick(3)]!, dn: dns[pick(60)]! }
      const explains = { added: 'created', removed: 'deleted', changed: 'nothing' }[row.change]
      const fitting = records.filter(
        ({ affected, action }) =>
          affected === row.dn ||
          affected.startsWith(`${row.dn}/`) ||
          (action === explains && row.dn.startsWith(`${affected}/`)),
      )

      const blame = createBlame(whole(records))(row)

      expect(blame.entries).toEqual(fitting.toSorted((a, b) => b.atMs - a.atMs).slice(0, 5))
      expect(blame.status).toBe(fitting.length > 0 ? 'found' : 'none')
    }
  })
})

describe('the people of a notice', () => {
  it('are the three who changed most rows', () => {
    const blames = ['eva', 'eva', 'ana', 'ben', 'ben', 'ben', 'dov'].map((user) =>
      createBlame(whole([record('uni/tn-A', user, 'modified')]))({ change: 'changed', dn: 'uni/tn-A' }),
    )

    expect(peopleOf(blames)).toEqual(['ben', 'eva', 'ana'])
    expect(peopleOf([])).toEqual([])
  })
})

describe('the authors of rows', () => {
  const by = (...names: string[]) => ({ entries: names.map((user) => ({ user })) })

  it('are those of the newest records, with most rows first, then by name', () => {
    const blames = [by('cleo', 'ana'), by('ben'), by('ana'), by('ben', 'cleo'), by('dov')]

    expect(authorsOf(blames)).toEqual([
      { user: 'ben', rows: 2 },
      { user: 'ana', rows: 1 },
      { user: 'cleo', rows: 1 },
      { user: 'dov', rows: 1 },
    ])
  })

  it('are not those of rows that nobody is known to have changed', () => {
    expect(authorsOf([by(), by(''), by('ana'), by('', 'ben')])).toEqual([{ user: 'ana', rows: 1 }])
  })
})
