import { describe, expect, it } from 'vitest'
import { nextSort, PLAIN_VIEW, searchOfView, viewOfSearch, type ViewState, visibleColumns } from './view-state.ts'

describe('a view in an address', () => {
  it('says nothing when it is plain', () => {
    expect(Object.values(searchOfView(PLAIN_VIEW)).every((value) => value === undefined)).toBe(true)
    expect(viewOfSearch({})).toEqual(PLAIN_VIEW)
  })

  it('comes back as it was, whatever the names of the columns', () => {
    const view: ViewState = {
      sort: [
        { column: 'mtu', isDescending: true },
        { column: 'a,b%2C', isDescending: false },
      ],
      hidden: ['speed', 'VRF.name,'],
      pinned: [],
      find: 'eth1, 100 %',
      widths: {},
    }

    expect(searchOfView(view)).toMatchObject({ sort: '-mtu,a%2Cb%252C', pin: '', q: 'eth1, 100 %' })
    expect(viewOfSearch(searchOfView(view))).toEqual(view)
  })
})

describe('columns', () => {
  it('are the pinned ones first, without the hidden ones', () => {
    expect(visibleColumns(['name', 'dn', 'mtu', 'speed'], { ...PLAIN_VIEW, hidden: ['mtu'] })).toEqual(['dn', 'name', 'speed'])
    expect(visibleColumns(['name'], PLAIN_VIEW)).toEqual(['name'])
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
