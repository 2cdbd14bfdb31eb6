import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { PasswordField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { Read } from '../../../components/read.tsx'
import { type TableColumn, DataTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import textStyles from '../../../components/text.module.css'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { hasSignOn, signOnFailure, signOnProviders } from '../../../lib/sign-on.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { LINKED_KEY, linkedList } from '../api.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { AccountSection, ButtonRow } from './section.tsx'

const route = getRouteApi('/inside/auth/profile')

/** Which accounts of sign-on providers sign in as the user; nothing where there are no providers. */
export function LinkedSection() {
  return hasSignOn() ? <LinkedSignIns /> : null
}

function LinkedSignIns() {
  const heddle = useHeddle()
  const { error } = route.useSearch()
  const found = useQuery(linkedList(heddle))
  const providers = useQuery(signOnProviders(heddle))
  const [linking, setLinking] = useState<Wire.SignOnProviderReply>()
  return (
    <AccountSection title={words.linked.title} isWide>
      {error !== undefined && (
        <p role="alert" className={textStyles.fault}>
          {signOnFailure(error)}
        </p>
      )}
      <Read of={found} failure={words.linked.failure} permission="administrators">
        {(linked) =>
          linked.length === 0 ? <p className={styles.quiet}>{words.linked.none}</p> : <Linked all={linked} />
        }
      </Read>
      <ButtonRow>
        {providers.data?.map((provider) => (
          <Button key={provider.name} onClick={() => setLinking(provider)}>
            {words.linked.link(provider.label)}
          </Button>
        ))}
      </ButtonRow>
      {linking && <LinkDialog provider={linking} onClose={() => setLinking(undefined)} />}
    </AccountSection>
  )
}

function Linked({ all }: { readonly all: readonly Wire.LinkedSignOn[] }) {
  const { auth } = useHeddle()
  const queries = useQueryClient()
  const unlink = useWrite({
    mutationFn: (id: string) => auth.linkedSignIns.remove(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: LINKED_KEY })
      toast(words.linked.unlinked)
    },
    onError: (error) => toastFailure(words.linked.notUnlinked, error),
  })
  const columns: readonly TableColumn<Wire.LinkedSignOn>[] = [
    { name: 'provider', title: words.linked.provider, cell: ({ label }) => label },
    { name: 'email', title: words.linked.account, cell: ({ email }) => email || '–' },
    { name: 'since', title: words.linked.since, cell: ({ created_at }) => <TimeText at={created_at} /> },
    {
      name: 'used',
      title: words.linked.used,
      cell: ({ last_used_at }) => (last_used_at === null ? words.linked.never : <TimeText at={last_used_at} />),
    },
    {
      name: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: '80px',
      cell: ({ id, label }) => (
        <Button look="quiet" aria-label={words.linked.unlinkOf(label)} onClick={() => unlink.mutate(id)}>
          {words.linked.unlink}
        </Button>
      ),
    },
  ]
  return <DataTable label={words.linked.title} columns={columns} rows={all} keyOf={({ id }) => id} />
}

type DialogProps = { readonly provider: Wire.SignOnProviderReply; readonly onClose: () => void }

/** Asks for the password, then leaves for the provider, which leads back here. */
function LinkDialog({ provider, onClose }: DialogProps) {
  const { auth } = useHeddle()
  const [password, setPassword] = useState('')
  const begin = useMutation({
    mutationFn: () => auth.oidc.link(provider.name, { password }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const faults = formFaults(begin.error, ['password'])
  return (
    <FormDialog
      title={words.linked.link(provider.label)}
      sending={begin}
      faults={faults.general}
      verb={words.linked.goOn}
      onSubmit={() => begin.mutate()}
      onClose={onClose}
    >
      <p>{words.linked.text(provider.label)}</p>
      <PasswordField
        label={words.mfa.password}
        value={password}
        autoComplete="current-password"
        data-autofocus
        required
        faults={faults.of('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
