import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY, permissionList } from '../api.ts'
import { words } from '../words.ts'

type Props = { readonly user: Wire.ManagedUser }

/** Gives a user something that the groups do not. */
export function GrantButton({ user }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <Button onClick={() => setIsShown(true)}>{words.grant}</Button>
      {isShown && <GrantDialog user={user} onClose={() => setIsShown(false)} />}
    </>
  )
}

function GrantDialog({ user, onClose }: Props & { readonly onClose: () => void }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [permission, setPermission] = useState<string>()
  const known = useQuery(permissionList(heddle)).data ?? []
  const save = useWrite({
    mutationFn: (one: string) => heddle.auth.management.addPermissions(user.id, { permissions: [one] }),
    onSuccess: async (_, one) => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.granted(user.username, one))
    },
  })
  const faults = formFaults(save.error, ['permissions'])
  return (
    <FormDialog
      title={words.grantTitle(user.username)}
      isDirty={permission !== undefined && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.grantVerb}
      impossible={permission === undefined ? words.choosePermission : undefined}
      onSubmit={() => permission !== undefined && save.mutate(permission)}
      onClose={onClose}
    >
      <ChoiceField
        label={words.permission}
        hint={words.grantHint}
        isRequired
        isCode
        choices={known
          .filter(({ codename }) => !user.permissions.includes(codename))
          .map(({ codename, name }) => ({ value: codename, note: name }))}
        value={permission}
        faults={faults.of('permissions')}
        onChange={setPermission}
      />
    </FormDialog>
  )
}

/** Takes back what was given directly; what a group gives stays. */
export function RevokeButton({ user, permission }: Props & { readonly permission: string }) {
  const { management } = useHeddle().auth
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => management.removePermissions(user.id, { permissions: [permission] }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.revoked(user.username, permission))
    },
    onError: (error) => toastFailure(words.notDone, error),
  })
  return (
    <Button
      look="link"
      aria-label={words.revokeOf(permission)}
      impossible={revoke.isPending ? words.underWay : undefined}
      onClick={() => revoke.mutate()}
    >
      {words.revoke}
    </Button>
  )
}
