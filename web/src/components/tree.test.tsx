import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { Tree } from './tree.tsx'

// Only rows in sight are drawn, and a page without a layout has none.
const HEIGHT = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')!
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', HEIGHT)
})

function showTree() {
  const chosen: string[] = []
  function Part() {
    const [isOpen, setIsOpen] = useState(false)
    const row = (key: string, level: number, position: number, siblings: number) => ({
      key,
      level,
      position,
      siblings,
      text: key,
      content: key,
      ...(key === 'fvTenant' && { isOpen }),
    })
    const rows = [
      row('fvTenant', 1, 1, 2),
      ...(isOpen ? [row('fvBD', 2, 1, 2), row('fvCtx', 2, 2, 2)] : []),
      row('infraInfra', 1, 2, 2),
    ]
    return (
      <Tree
        label="Class model"
        rows={rows}
        onToggle={(_key, next) => setIsOpen(next)}
        onChoose={(key) => chosen.push(key)}
      />
    )
  }
  const shown = show(<Part />)
  screen.getByRole('tree', { name: 'Class model' }).focus()
  return { ...shown, chosen }
}

const items = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const active = () => screen.getByRole('treeitem', { selected: true }).textContent

describe('a tree', () => {
  it('opens with the right arrow and goes to the first child with the next', async () => {
    const { user } = showTree()

    await user.keyboard('{ArrowRight}')
    const opened = items()
    await user.keyboard('{ArrowRight}')

    expect(opened).toEqual(['▾fvTenant', 'fvBD', 'fvCtx', 'infraInfra'])
    expect(active()).toBe('fvBD')
  })

  it('goes to the parent with the left arrow, and closes with the next', async () => {
    const { user } = showTree()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')

    await user.keyboard('{ArrowLeft}')
    const parent = active()
    await user.keyboard('{ArrowLeft}')

    expect([parent, items()]).toEqual(['▾fvTenant', ['▸fvTenant', 'infraInfra']])
  })

  it('chooses with Enter and with a double click', async () => {
    const { user, chosen } = showTree()

    await user.keyboard('{End}{Enter}')
    await user.dblClick(screen.getByText('infraInfra'))

    expect(chosen).toEqual(['infraInfra', 'infraInfra'])
  })
})
