import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useHeddle } from '../lib/session/context.tsx'
import { show } from '../testing/show.tsx'
import { SimulatedApi } from '../testing/simulated-api.ts'
import { DeleteDialog } from './delete-dialog.tsx'

function showDialog(api: SimulatedApi) {
  const happened: string[] = []
  function Part() {
    const heddle = useHeddle()
    return (
      <DeleteDialog
        title="Delete Demo fabric?"
        text="Two queries read through it."
        remove={() => heddle.controller.connections.remove('c-1')}
        onClose={() => happened.push('closed')}
        onRemoved={async () => void happened.push('removed')}
      />
    )
  }
  return { ...show(<Part />, { api }), happened }
}

describe('the dialog before something is deleted', () => {
  it('closes once it is deleted', async () => {
    const api = new SimulatedApi()
    api.answers(({ controller }) => controller.connections.remove('c-1'), null)
    const { user, happened } = showDialog(api)

    await user.click(screen.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(happened).toEqual(['closed', 'removed']))
  })

  it('stays and says why the server refuses', async () => {
    const api = new SimulatedApi()
    api.refuses(({ controller }) => controller.connections.remove('c-1'), 409, { detail: 'A schedule uses it.' })
    const { user, happened } = showDialog(api)

    await user.click(screen.getByRole('button', { name: 'Delete' }))

    expect((await screen.findByRole('alert')).textContent).toBe('A schedule uses it.')
    expect(happened).toEqual([])
  })

  it('sends a slow deletion once, however often one clicks', async () => {
    const api = new SimulatedApi()
    const answer = api.holds(({ controller }) => controller.connections.remove('c-1'), null)
    const { user, happened } = showDialog(api)
    const button = screen.getByRole('button', { name: 'Delete' })

    await user.click(button)
    await user.click(button)
    await user.keyboard('{Enter}')

    expect([button.getAttribute('aria-disabled'), button.title]).toEqual(['true', 'Deleting…'])
    answer()
    await waitFor(() => expect(happened).toEqual(['closed', 'removed']))
    expect(api.requests).toHaveLength(1)
  })
})
