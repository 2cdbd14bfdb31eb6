import { describe, expect, it } from 'vitest'
import {
  movedColumn,
  nextSort,
  searchOfView,
  togglePin,
  viewOfSearch,
  type ViewState,
  visibleColumns,
} from './view-state.ts'

/** What an address without a view means. */
const PLAIN_VIEW = viewOfSearch({})

describe('a view in an address', () => {
  it('says nothing when it is plain', () => {
    expect(Object.values(searchOfView(PLAIN_VIEW)).every((value) => value === undefined)).toBe(true)
    expect(PLAIN_VIEW).toMatchObject({ pinned: ['dn'], sort: [] })
  })

  it('comes back as it was, whatever the names of the columns', () => {
    const view: ViewState = {
      sort: [
        { column: 'mtu', isDescending: true },
        { column: 'a,b%2C', isDescending: false },
      ],
      hidden: ['speed', 'VRF.name,'],
      pinned: [],
      showsEmpty: true,
      find: 'eth1, 100 %',
      widths: { 'a,b': 300, mtu: 80 },
      order: ['mtu', 'dn'],
      filters: [
        { column: 'mtu', operator: 'between', values: ['1500', '9000'] },
        { column: 'a,b', operator: 'not_in', values: ['x,y', '100 %', ''] },
        { column: 'descr', operator: 'is_empty', values: [] },
      ],
      split: ['dn'],
      rowHeight: 36,
    }

    expect(searchOfView(view)).toMatchObject({
      sort: '-mtu,a%2Cb%252C',
      pin: ',',
      q: 'eth1, 100 %',
      w: 'a%2Cb:300,mtu:80',
      'f.mtu': 'between:1500,9000',
      'f.descr': 'is_empty',
    })
    expect(viewOfSearch(searchOfView(view))).toEqual(view)
  })

  it.each([
    [{ shape: 'bars', measure: 'count', x: 'a,b:c', y: undefined }, 'bars,count,a%2Cb:c'],
    [{ shape: 'line', measure: 'sum', x: 'day', y: 'errors' }, 'line,sum,day,errors'],
  ] as const)('has the chart %j', (chart, written) => {
    const search = searchOfView({ ...PLAIN_VIEW, chart })

    expect([search.chart, viewOfSearch(search).chart]).toEqual([written, chart])
  })

  it.each(['pie,count,a', 'bars,median,a,b', 'bars,sum,a', 'line'])(
    'leaves out the chart %s, which is none',
    (chart) => {
      expect(viewOfSearch({ chart }).chart).toBe(undefined)
    },
  )

  it('leaves out what is no filter, no width and no height', () => {
    const found = viewOfSearch({
      'f.mtu': 'around:9000',
      'f.dn': 'between:1',
      'f.name': 'constructor',
      w: 'mtu:wide,dn:9',
      h: '99',
    })

    expect(found).toEqual({ ...PLAIN_VIEW, widths: { dn: 48 } })
  })

  it('takes filters away that were there before', () => {
    const next = searchOfView(PLAIN_VIEW, { 'f.mtu': 'ge:9000', tab: 'rows' })

    expect(Object.keys(next)).toContain('f.mtu')
    expect(next['f.mtu']).toBeUndefined()
    expect(Object.keys(next)).not.toContain('tab')
  })
})

describe('columns', () => {
  it('are the pinned ones first, without the hidden ones', () => {
    expect(visibleColumns(['name', 'dn', 'mtu', 'speed'], { ...PLAIN_VIEW, hidden: ['mtu'] })).toEqual([
      'dn',
      'name',
      'speed',
    ])
    expect(visibleColumns(['name'], PLAIN_VIEW)).toEqual(['name'])
  })

  it('follow an order, and new ones come after it', () => {
    expect(visibleColumns(['a', 'b', 'c', 'd'], { ...PLAIN_VIEW, order: ['c', 'gone', 'a'] })).toEqual([
      'c',
      'a',
      'b',
      'd',
    ])
  })

  it.each([
    ['c', 1, ['dn', 'c', 'a', 'b']],
    ['a', 3, ['dn', 'b', 'c', 'a']],
    // A column that scrolls stays behind the pinned ones.
    ['b', 0, ['dn', 'b', 'a', 'c']],
    ['dn', 3, ['dn', 'a', 'b', 'c']],
  ])('move: %s to place %i', (column, to, expected) => {
    const columns = ['a', 'b', 'dn', 'c']

    expect(visibleColumns(columns, movedColumn(columns, PLAIN_VIEW, column, to))).toEqual(expected)
  })

  it('can be pinned and let go', () => {
    const pinned = togglePin(PLAIN_VIEW, 'name')

    expect([pinned.pinned, togglePin(pinned, 'dn').pinned]).toEqual([['dn', 'name'], ['name']])
  })
})

describe('sorting by a click', () => {
  it('goes up, down, and back', () => {
    const up = nextSort([], 'mtu', false)
    const down = nextSort(up, 'mtu', false)

    expect([up, down, nextSort(down, 'mtu', false)]).toEqual([
      [{ column: 'mtu', isDescending: false }],
      [{ column: 'mtu', isDescending: true }],
      [],
    ])
  })

  it('replaces what was sorted, unless Shift adds to it', () => {
    const before = [{ column: 'dn', isDescending: true }]

    expect(nextSort(before, 'mtu', false)).toEqual([{ column: 'mtu', isDescending: false }])
    expect(nextSort(before, 'mtu', true)).toEqual([...before, { column: 'mtu', isDescending: false }])
  })
})
