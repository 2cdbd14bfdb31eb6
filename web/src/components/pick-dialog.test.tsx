import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { PickDialog } from './pick-dialog.tsx'

const OPTIONS = ['fvAEPg', 'fvBD', 'fvCtx'].map((id) => ({ id, content: id }))

function showDialog(isSlow = false) {
  const happened: string[] = []
  function Part() {
    const [text, setText] = useState('')
    const [isWaiting, setIsWaiting] = useState(isSlow)
    return (
      <>
        <PickDialog
          title="Connect fvTenant to"
          label="Class"
          placeholder="Search"
          text={text}
          onText={setText}
          options={isWaiting ? [] : OPTIONS.filter(({ id }) => id.includes(text))}
          isWaiting={isWaiting}
          onPick={({ id }) => happened.push(id)}
          onClose={() => happened.push('closed')}
        />
        <button type="button" onClick={() => setIsWaiting(false)}>
          Arrive
        </button>
      </>
    )
  }
  return { ...show(<Part />), happened }
}

const marked = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)

describe('a dialog that picks one of a list', () => {
  it('has the focus in its field, and arrows walk round the list', async () => {
    const { user, happened } = showDialog()

    await user.keyboard('{ArrowUp}')
    const last = marked()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

    expect([document.activeElement?.getAttribute('role'), last, happened]).toEqual(['combobox', ['fvCtx'], ['fvBD']])
  })

  it('marks the first again when one types on', async () => {
    const { user, happened } = showDialog()

    await user.keyboard('{ArrowDown}{ArrowDown}fv{Enter}')

    expect(happened).toEqual(['fvAEPg'])
  })

  it('takes the first that arrives when Enter was too early', async () => {
    const { user, happened } = showDialog(true)

    await user.keyboard('{Enter}')
    const early = [...happened]
    await user.click(screen.getByText('Arrive'))

    expect([early, happened]).toEqual([[], ['fvAEPg']])
  })

  it('closes with Esc, and picks with a click', async () => {
    const { user, happened } = showDialog()

    await user.click(screen.getByRole('option', { name: 'fvCtx' }))
    await user.keyboard('{Escape}')

    expect(happened).toEqual(['fvCtx', 'closed'])
  })
})
