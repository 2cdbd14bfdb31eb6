import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { useWorkspaceKeys } from './use-workspace-keys.ts'

function Keys({ onKey }: { readonly onKey: (name: string) => void }) {
  const call = (name: string) => () => onKey(name)
  useWorkspaceKeys({
    ...{ onSave: call('save'), onRun: call('run'), onCancel: call('cancel'), onUndo: call('undo') },
    ...{ onRedo: call('redo'), onLayout: onKey },
  })
  return <input aria-label="Field" />
}

const KEYS = '{Control>}bi{/Control}m{Control>}s{/Control}'

it('leaves keys that edit text to the field where one types', async () => {
  const seen: string[] = []
  const { user } = show(<Keys onKey={(name) => seen.push(name)} />)

  await user.keyboard(KEYS)
  await user.click(screen.getByRole('textbox', { name: 'Field' }))
  await user.keyboard(KEYS)

  expect(seen).toEqual(['classes', 'inspector', 'rows', 'save', 'save'])
})
