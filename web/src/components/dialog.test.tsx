import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { Dialog } from './dialog.tsx'
import { MenuAt, pointAt } from './menu-at.tsx'

function Page({ kind }: { readonly kind: 'dialog' | 'menu' }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <main>
      <h1 tabIndex={-1}>Page</h1>
      <div role="gridcell" tabIndex={0} onKeyDown={({ key }) => key === 'm' && setIsOpen(true)}>
        eth1/1
      </div>
      {isOpen && kind === 'dialog' && (
        <Dialog title="Question" isOpen onClose={close}>
          <button type="button">Answer</button>
        </Dialog>
      )}
      {isOpen && kind === 'menu' && (
        <MenuAt label="Cell" at={pointAt(0, 0)} entries={[{ text: 'Copy', onSelect: close }]} onClose={close} />
      )}
    </main>
  )
}

describe.each(['dialog', 'menu'] as const)('a %s', (kind) => {
  it('gives the focus back to what opened it by a key', async () => {
    const { user } = show(<Page kind={kind} />)
    const cell = screen.getByRole('gridcell')
    cell.focus()
    await user.keyboard('m')
    await screen.findByRole(kind)

    await user.keyboard('{Escape}')

    await waitFor(() => expect(document.activeElement).toBe(cell))
  })
})
