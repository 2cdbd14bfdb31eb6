import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { oneRepository, REPOSITORIES_KEY } from './api.ts'
import { ConflictsView } from './conflict-view.tsx'
import { PlanView } from './plan-view.tsx'
import styles from './repositories.module.css'
import { RepositoryForm } from './repository-form.tsx'
import { Commit, RepositoryState } from './repository-state.tsx'
import { useMayBind } from './use-may-bind.ts'
import { words } from './words.ts'

const route = getRouteApi('/inside/queries/repositories/$id')

/** How far a folder is in step with its repository, and what waits for somebody. */
export function RepositoryPage() {
  const { id } = route.useParams()
  const found = useQuery(oneRepository(useHeddle(), id))
  const { data } = found
  const mayBind = useMayBind()
  return (
    <Page
      title={data?.folder ?? words.repository}
      trail={<Link to="/queries/repositories">{words.title}</Link>}
      actions={data && mayBind && <RepositoryActions repository={data} />}
    >
      <Read of={found} failure={words.oneFailure} permission="queries.view_category">
        {(repository) => (
          <>
            <Facts repository={repository} />
            {repository.conflicts > 0 && <ConflictsView id={id} count={repository.conflicts} />}
            {repository.waiting_commit !== null && <PlanView id={id} commit={repository.waiting_commit} />}
            {repository.waiting_commit === null && repository.mode === 'git' && repository.state === 'ok' && (
              <p className={styles.part}>{words.noPlan}</p>
            )}
          </>
        )}
      </Read>
    </Page>
  )
}

function Facts({ repository }: { readonly repository: Wire.Repository }) {
  const { mode, apply, created_by: owner, waiting_changes: waiting, last_error: error } = repository
  const automatic = apply === 'auto' && owner !== null ? `, ${words.byRightsOf(owner)}` : ''
  return (
    <dl className={styles.facts}>
      <Fact name={words.state} value={<RepositoryState state={repository.state} />} />
      {error !== null && <Fact name={words.error} value={error} />}
      <Fact name={words.url} value={<code>{repository.url}</code>} />
      <Fact name={words.branch} value={<code>{repository.branch}</code>} />
      {repository.path !== '' && <Fact name={words.path} value={<code>{repository.path}</code>} />}
      <Fact name={words.mode} value={words.modesShort[mode]} />
      {mode === 'git' && <Fact name={words.apply} value={words.appliesShort[apply] + automatic} />}
      <Fact name={words.commit} value={<Commit hash={repository.last_commit} />} />
      {waiting > 0 && <Fact name={words.waiting} value={words.changes(waiting)} />}
      {repository.checked_at !== null && <Fact name={words.checked} value={<TimeText at={repository.checked_at} />} />}
      <Fact
        name={words.folder}
        value={
          <Link to="/queries/saved-queries" search={{ category: String(repository.category) }}>
            {repository.folder}
          </Link>
        }
      />
    </dl>
  )
}

function RepositoryActions({ repository: { id, folder } }: { readonly repository: Wire.Repository }) {
  const { repositories } = useHeddle().queries
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const handleClose = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('edit')}>{words.edit}</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        {words.remove}
      </Button>
      {open === 'edit' && <RepositoryForm id={id} onClose={handleClose} />}
      {open === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(folder)}
          text={words.removeText}
          remove={() => repositories.remove(id)}
          onClose={handleClose}
          onRemoved={async () => {
            await navigate({ to: '/queries/repositories', search: {} })
            await cache.invalidateQueries({ queryKey: REPOSITORIES_KEY })
            toast(words.removed(folder))
          }}
        />
      )}
    </>
  )
}
