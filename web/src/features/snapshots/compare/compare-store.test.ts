import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { CompareStore } from './compare-store.ts'
import { CHANGES, type CompareView } from './comparison.ts'

const REPLY: Wire.CompareReply = {
  snapshot_a: 'a',
  snapshot_b: 'b',
  execution: null,
  key_strategy: 'dn',
  key_fields: ['dn'],
  ignored_fields: ['modTs'],
  summary: { added: 1, removed: 1, changed: 3, unchanged: 54 },
  added: [{ dn: 'uni/tn-web/BD-new', name: 'new' }],
  removed: [{ dn: 'uni/tn-common/BD-backup', name: 'backup', descr: null }],
  changed: [
    { key: { dn: 'uni/tn-common/BD-app10' }, fields: { arpFlood: { before: 'no', after: 'yes' } } },
    {
      key: { dn: 'uni/tn-common/BD-app9' },
      fields: { arpFlood: { before: 'no', after: 'yes' }, descr: { before: '', after: 'moved' } },
    },
    { key: { dn: 'topology/pod-1/node-101/sys' }, fields: { descr: { before: 'x'.repeat(2_000), after: null } } },
  ],
  truncated: false,
}
const ALL: CompareView = {
  changes: CHANGES,
  fields: [],
  text: '',
  grouping: 'place',
  folded: [],
  reviewed: [],
  onlyOpen: false,
}

const storeOf = (reply: Partial<Wire.CompareReply> = {}) => new CompareStore({ ...REPLY, ...reply })

/** Names of groups, and of rows with a sign. */
function listed(store: CompareStore, view: Partial<CompareView> = {}): readonly string[] {
  const { lines } = store.view({ ...ALL, ...view })
  return store
    .slice(0, lines.length)
    .map((item) => (item.kind === 'group' ? `[${item.group.name}]` : `${item.entry.change} ${item.entry.name}`))
}

describe('the rows that differ', () => {
  it('are grouped by tenant or node, in the order people count in', () => {
    expect(listed(storeOf())).toEqual([
      '[pod-1/node-101]',
      'changed topology/pod-1/node-101/sys',
      '[tn-common]',
      'changed uni/tn-common/BD-app9',
      'changed uni/tn-common/BD-app10',
      'removed uni/tn-common/BD-backup',
      '[tn-web]',
      'added uni/tn-web/BD-new',
    ])
  })

  it('are grouped by class where rows are whole, and by the object above them', () => {
    const store = storeOf({
      added: [{ dn: 'uni/tn-web/ap-shop/epg-new', className: 'fvAEPg' }],
      removed: [],
      changed: [
        { key: { dn: 'uni/tn-web/BD-app' }, fields: { descr: { before: '', after: 'a' } }, row: { className: 'fvBD' } },
        { key: { dn: 'uni/tn-web/BD-web' }, fields: { descr: { before: '', after: 'b' } } },
      ],
    })

    expect(listed(store, { grouping: 'class', folded: ['fvBD'] })).toEqual([
      '[fvAEPg]',
      'added uni/tn-web/ap-shop/epg-new',
      '[fvBD]',
      '[]',
      'changed uni/tn-web/BD-web',
    ])
    expect(listed(store, { grouping: 'parent', folded: ['uni/tn-web'] })).toEqual([
      '[uni/tn-web]',
      '[uni/tn-web/ap-shop]',
      'added uni/tn-web/ap-shop/epg-new',
    ])
    expect(store.view({ ...ALL, grouping: 'none', folded: [''] })).toMatchObject({ groups: [''], hits: 3 })
    expect(listed(store, { grouping: 'none', folded: [''] })).toHaveLength(3)
  })

  it('are counted by group, and by attribute', () => {
    const store = storeOf()
    store.view(ALL)

    expect(store.slice(2, 3)).toEqual([
      { kind: 'group', group: { name: 'tn-common', counts: { added: 0, removed: 1, changed: 2 } }, isFolded: false },
    ])
    expect(store.comparison.attributes).toEqual([
      { name: 'arpFlood', rows: 2 },
      { name: 'descr', rows: 2 },
    ])
  })

  it('are narrowed by kind, attribute and text, also in values', () => {
    const store = storeOf()

    expect(listed(store, { grouping: 'none', changes: ['added', 'removed'] })).toHaveLength(2)
    expect(listed(store, { grouping: 'none', fields: ['descr'] })).toEqual([
      'changed topology/pod-1/node-101/sys',
      'changed uni/tn-common/BD-app9',
    ])
    expect(listed(store, { grouping: 'none', text: 'MOVED' })).toEqual(['changed uni/tn-common/BD-app9'])
  })

  it('fold with their group: they count as hits, but one does not walk through them', () => {
    const store = storeOf()

    const { lines, hits, keys } = store.view({ ...ALL, folded: ['tn-common'] })

    expect([lines.length, hits, keys]).toEqual([5, 5, ['topology/pod-1/node-101/sys', 'uni/tn-web/BD-new']])
    expect(store.entry(1)?.change).toBe('added')
  })

  it('are listed with the beginning of a long value, and opened with all of it', () => {
    const store = storeOf()
    store.view(ALL)

    const [, item] = store.slice(0, 2)

    expect(item?.kind === 'entry' && String(item.entry.fields[0]?.before).length).toBe(601)
    expect(String(store.entry(0)?.fields[0]?.before)).toHaveLength(2_000)
  })

  it('that share a key have addresses of their own', () => {
    const row = { dn: 'uni/tn-web/BD-new' }
    const store = storeOf({ added: [row, row], removed: [], changed: [] })

    expect(store.view(ALL).keys).toEqual(['uni/tn-web/BD-new', 'uni/tn-web/BD-new #2'])
    expect(store.comparison.repeatedKeys).toBe(1)
  })

  it('are named by what is in them where nothing identifies them', () => {
    const store = storeOf({ key_fields: [], added: [{ vlan: '210', port: 'eth1/9' }], removed: [], changed: [] })

    expect(store.view(ALL).keys).toEqual(['210 · eth1/9'])
  })

  it('of merged runs are grouped by fabric too', () => {
    const store = storeOf({
      key_fields: ['dn', '@controller'],
      added: [],
      removed: [],
      changed: [{ key: { dn: 'uni/tn-a', '@controller': 'Fabric 1' }, fields: { descr: { before: 'a', after: 'b' } } }],
    })

    expect(listed(store)[0]).toBe('[Fabric 1 · tn-a]')
  })

  it('mark the cells of the later side', () => {
    const marks = storeOf().marks()

    expect(marks.get('uni/tn-web/BD-new')).toEqual({ isAdded: true, before: {} })
    expect(marks.get('uni/tn-common/BD-app9')).toEqual({ isAdded: false, before: { arpFlood: 'no', descr: '' } })
    expect(marks.has('uni/tn-common/BD-backup')).toBe(false)
  })
})

describe('rows that were reviewed', () => {
  const mark = (key: string, fields: string[] = []) => ({
    ...{ key, fields, reviewed_by: 'olga', reviewed_at: '2026-11-22T07:00:00Z' },
  })

  it('say so, are counted, and stay away where only the others are wanted', () => {
    const store = storeOf()
    const reviewed = [mark('uni/tn-web/BD-new'), mark('uni/tn-common/BD-app10', ['arpFlood'])]

    const { reviewed: count, hits, lines } = store.view({ ...ALL, grouping: 'none', reviewed })

    expect([count, hits]).toEqual([2, 5])
    expect(store.slice(2, 3)[0]).toMatchObject({ entry: { name: 'uni/tn-common/BD-app10', review: reviewed[1] } })
    expect(lines[2]).toBe(1)
    const open = store.view({ ...ALL, grouping: 'none', reviewed, onlyOpen: true })
    expect([open.reviewed, open.hits]).toEqual([2, 3])
    expect(open.keys).not.toContain('uni/tn-common/BD-app10')
  })

  it('are open again where they differ in more than was looked at', () => {
    const store = storeOf()

    const { reviewed } = store.view({ ...ALL, reviewed: [mark('uni/tn-common/BD-app9', ['arpFlood'])] })

    expect(reviewed).toBe(0)
  })

  it('do not make a group quiet, and neither does a filter', () => {
    const { changedGroups } = storeOf().view({ ...ALL, text: 'no such row' })

    expect([...changedGroups].sort()).toEqual(['pod-1/node-101', 'tn-common', 'tn-web'])
  })
})

describe('who changed the rows', () => {
  it('is kept with a row, not among its columns', () => {
    const blame: Wire.RowBlame = { status: 'none', entries: [], more: false }
    const source = { source: 'read' as const, reason: null, message: null, records: 0 }
    const store = storeOf({ blame: source, added: [{ dn: 'uni/tn-web/BD-new', name: 'new', blame }], changed: [] })

    store.view({ ...ALL, changes: ['added'], grouping: 'none' })

    expect(store.entry(0)).toMatchObject({ blame, row: { dn: 'uni/tn-web/BD-new', name: 'new' } })
    expect(store.entry(0)?.row).not.toHaveProperty('blame')
    expect(store.comparison.blame).toEqual(source)
  })

  it('leaves a column of that name alone where nobody asked', () => {
    const store = storeOf({ added: [{ dn: 'uni/tn-web/BD-new', blame: 'mine' }], changed: [] })

    store.view({ ...ALL, changes: ['added'], grouping: 'none' })

    expect(store.entry(0)?.row).toEqual({ dn: 'uni/tn-web/BD-new', blame: 'mine' })
  })
})
