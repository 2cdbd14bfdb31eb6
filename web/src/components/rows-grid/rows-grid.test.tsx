import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RowsWorker } from '../../testing/rows-worker.ts'
import { show } from '../../testing/show.tsx'
import { RowsGrid } from './rows-grid.tsx'
import { viewOfSearch, type ViewState } from './view-state.ts'

beforeEach(() => vi.stubGlobal('Worker', RowsWorker))
afterEach(() => vi.unstubAllGlobals())

const SOURCE = {
  kind: 'rows',
  columns: ['dn', 'name', 'mtu'],
  rows: [
    { dn: 'uni/tn-a', name: 'alpha', mtu: 9000 },
    { dn: 'uni/tn-b', name: 'beta', mtu: 1500 },
    { dn: 'uni/tn-c', name: 'gamma', mtu: 9216 },
  ],
} as const

async function showGrid(search: Readonly<Record<string, string>> = {}) {
  let view = viewOfSearch(search)
  function Part() {
    const [state, setState] = useState(view)
    const handleView = (next: ViewState) => {
      view = next
      setState(next)
    }
    return <RowsGrid source={SOURCE} view={state} onView={handleView} />
  }
  const shown = show(<Part />)
  await screen.findByText('uni/tn-a')
  const grid = screen.getByRole('grid', { name: 'Rows' })
  await shown.user.click(screen.getByText('uni/tn-a'))
  grid.focus()
  return { ...shown, grid, view: () => view }
}

const focused = (grid: HTMLElement) =>
  document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
const selected = () => screen.getAllByRole('gridcell', { selected: true }).map(({ textContent }) => textContent)
const names = () => screen.getAllByRole('gridcell').flatMap(({ textContent }) => /^[a-z]+$/.exec(textContent) ?? [])

describe('what is looked for in a grid', () => {
  it('says which columns have it, and leads there', async () => {
    const { user, grid } = await showGrid()
    await user.type(screen.getByRole('searchbox', { name: 'Find in rows' }), 'gam')
    const found = await screen.findByRole('group', { name: 'Found in' })

    await user.click(await within(found).findByRole('button', { name: 'name 1' }))

    await waitFor(() => expect(focused(grid)).toBe('gamma'))
    expect(document.activeElement).toBe(grid)
  })

  it('shows a hidden column that has it', async () => {
    const { user, grid, view } = await showGrid({ hide: 'mtu' })
    await user.type(screen.getByRole('searchbox', { name: 'Find in rows' }), '92')
    await screen.findByText(/A hidden column has it too: mtu/)

    await user.click(screen.getByRole('button', { name: 'Show it' }))

    expect(view().hidden).toEqual([])
    await waitFor(() => expect(focused(grid)).toBe('9216'))
    expect(screen.queryByText(/hidden column/)).toBeNull()
  })
})

describe('the keys of a grid', () => {
  it('move one focus from cell to cell, and stop at the edges', async () => {
    const { user, grid } = await showGrid()

    await user.keyboard('{ArrowDown}{ArrowRight}')
    const second = focused(grid)
    await user.keyboard('{Control>}{End}{/Control}{ArrowDown}{ArrowRight}')

    expect([second, focused(grid)]).toEqual(['beta', '9216'])
  })

  it('select a range with Shift, from the cell where it began; Esc selects one cell again', async () => {
    const { user } = await showGrid()

    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
    const range = selected()
    await user.keyboard('{Escape}')

    expect([range, selected()]).toEqual([['uni/tn-a', 'alpha', 'uni/tn-b', 'beta'], ['beta']])
  })

  it('select and copy all, as text for a spreadsheet', async () => {
    const { user } = await showGrid()

    await user.keyboard('{Control>}ac{/Control}')

    await screen.findByText('Copied 3 rows.')
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      'uni/tn-a\talpha\t9000',
      'uni/tn-b\tbeta\t1500',
      'uni/tn-c\tgamma\t9216',
    ])
  })

  it('sort, resize and move the column whose name has the focus', async () => {
    const { user, view } = await showGrid()

    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{Enter}')
    await waitFor(() => expect(names()).toEqual(['beta', 'alpha', 'gamma']))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{Shift>}{ArrowLeft}{/Shift}')

    expect(view().sort).toEqual([{ column: 'mtu', isDescending: false }])
    expect([Object.keys(view().widths), view().order]).toEqual([['mtu'], ['dn', 'mtu', 'name']])
  })

  it('open the menu of the cell, which filters by its value', async () => {
    const { user, view } = await showGrid()

    await user.keyboard('{ArrowRight}{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: 'Filter by alpha' }))

    await waitFor(() => expect(names()).toEqual(['alpha']))
    expect(view().filters).toEqual([{ column: 'name', operator: 'eq', values: ['alpha'] }])
    screen.getByText('1 of 3 rows')
  })
})

describe('the mouse in a grid', () => {
  it('extends the selection with Shift, and keeps it for the menu of a cell inside', async () => {
    const { user } = await showGrid()

    await user.keyboard('{Shift>}')
    await user.click(screen.getByText('beta'))
    await user.keyboard('{/Shift}')
    fireEvent.contextMenu(screen.getByText('alpha'), { button: 2 })
    await user.click(await screen.findByRole('menuitem', { name: 'Copy list of DNs' }))

    await screen.findByText('Copied 2 rows.')
    expect(await navigator.clipboard.readText()).toBe('uni/tn-a\nuni/tn-b')
  })

  it('selects the cell under a menu that is outside of the selection', async () => {
    await showGrid()

    fireEvent.contextMenu(screen.getByText('gamma'), { button: 2 })

    await screen.findByRole('menuitem', { name: 'Exclude gamma' })
    expect(screen.getByText('gamma').closest('[role=gridcell]')?.hasAttribute('data-focus')).toBe(true)
  })

  it('sorts by a name that is clicked, the other way the second time', async () => {
    const { user, view } = await showGrid()
    const head = () => within(screen.getByRole('columnheader', { name: 'name' })).getByText('name')

    await user.click(head())
    await user.click(head())

    await waitFor(() => expect(names()).toEqual(['gamma', 'beta', 'alpha']))
    expect(view().sort).toEqual([{ column: 'name', isDescending: true }])
  })
})

describe('the filter of a column', () => {
  it('is set by ticking values, and cleared again', async () => {
    const { user, view } = await showGrid({ 'f.name': 'in:alpha' })
    await user.click(screen.getByRole('button', { name: /filter of name/ }))

    await user.click(await screen.findByRole('checkbox', { name: /^beta/ }))
    await waitFor(() => expect(names()).toEqual(['alpha', 'beta']))
    await user.click(screen.getByRole('button', { name: 'Clear' }))

    await waitFor(() => expect(names()).toEqual(['alpha', 'beta', 'gamma']))
    expect(view().filters).toEqual([])
  })
})

describe('a row', () => {
  it('is shown whole on Space, follows the focus, and folds what is empty', async () => {
    const { user } = await showGrid({ hide: 'mtu' })

    await user.keyboard(' ')
    const panel = await screen.findByRole('complementary', { name: 'Row 1 of 3' })
    await within(panel).findByText('9000')
    await user.keyboard('{ArrowDown}')
    const second = await screen.findByRole('complementary', { name: 'Row 2 of 3' })
    await within(second).findByText('1500')
    await user.keyboard('{Escape}')

    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('marks what is sought', async () => {
    await showGrid({ q: 'uni/tn-a' })

    expect(screen.getByText('uni/tn-a').tagName).toBe('MARK')
  })
})
