import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import { words as shared } from '../../../components/words.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../group-words.ts'
import { ConfirmLosses } from './confirm-losses.tsx'
import { GroupNameDialog } from './group-dialogs.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import { useLosses } from './use-losses.ts'

type Shown = 'rename' | 'clone' | 'quota' | 'delete'

/** What is done with a group as a whole. */
export function GroupActions({ group }: { readonly group: Wire.GroupReply }) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown>()
  const handleClose = () => setShown(undefined)
  const entry = (text: string, what: Shown) => ({ text, onSelect: () => setShown(what) })
  return (
    <>
      <Menu
        label={words.actions(group.name)}
        target={
          <Button look="quiet" aria-label={words.actions(group.name)}>
            ⋯
          </Button>
        }
        entries={[
          entry(words.rename, 'rename'),
          entry(words.quota, 'quota'),
          entry(words.clone, 'clone'),
          'line',
          { ...entry(words.remove, 'delete'), isDangerous: true },
        ]}
      />
      {(shown === 'rename' || shown === 'clone') && (
        <GroupNameDialog
          group={group}
          way={shown}
          onClose={handleClose}
          {...(shown === 'clone' && {
            onSaved: ({ id }) =>
              void navigate({ to: '/auth/groups/$id', params: { id: String(id) }, ignoreBlocker: true }),
          })}
        />
      )}
      {shown === 'quota' && <QuotaDialog id={group.id} onClose={handleClose} />}
      {shown === 'delete' && <DeleteGroup group={group} onClose={handleClose} />}
    </>
  )
}

function DeleteGroup({ group, onClose }: { readonly group: Wire.GroupReply; readonly onClose: () => void }) {
  const { groups } = useHeddle().auth
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmLosses
      title={words.removeTitle(group.name)}
      verb={shared.remove}
      text={words.deletion}
      losses={useLosses(group, {})}
      act={() => groups.remove(group.id)}
      onClose={onClose}
      onDone={async () => {
        await navigate({ to: '/auth/groups' })
        await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
        toast(words.removed(group.name))
      }}
    />
  )
}
