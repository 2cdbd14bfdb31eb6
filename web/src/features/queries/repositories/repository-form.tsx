import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { folderChoices } from '../../../resources/folders.ts'
import { REPOSITORIES_KEY } from './api.ts'
import { words } from './words.ts'

const FIELDS = ['category', 'url', 'branch', 'path', 'token', 'ca_certificate', 'mode', 'apply']
const NO_FOLDER = ''

type Repository = Wire.Repository & { readonly etag: string }
type Draft = {
  readonly category: string
  readonly url: string
  readonly branch: string
  readonly path: string
  readonly token: string
  readonly certificate: string
  readonly mode: 'here' | 'git'
  readonly apply: 'plan' | 'auto'
}

const NEW: Draft = {
  ...{ category: NO_FOLDER, url: '', branch: 'main', path: '', token: '', certificate: '' },
  ...{ mode: 'git', apply: 'plan' },
}

const draftOf = (repository: Repository): Draft => ({
  ...{ category: String(repository.category), url: repository.url, branch: repository.branch, path: repository.path },
  ...{ token: '', certificate: repository.ca_certificate ?? '', mode: repository.mode, apply: repository.apply },
})

/** Binds a folder, or changes how it is bound. */
export const RepositoryForm = ({ id, onClose }: { readonly id?: string; readonly onClose: () => void }) => (
  <Edited kind={['repository']} id={id} read={useHeddle().queries.repositories.get} onClose={onClose}>
    {(repository) => <Form repository={repository} onClose={onClose} />}
  </Edited>
)

type FormProps = { readonly repository: Repository | undefined; readonly onClose: () => void }

function Form({ repository, onClose }: FormProps) {
  const { repositories } = useHeddle().queries
  const cache = useQueryClient()
  const [first] = useState(() => (repository ? draftOf(repository) : NEW))
  const [draft, setDraft] = useState(first)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const save = useWrite({
    mutationFn: () =>
      repository
        ? repositories.update(repository.id, changesOf(draft, first), ifStill(repository))
        : repositories.create({ ...bodyOf(draft), category: Number(draft.category) }),
    onSuccess: async () => {
      onClose()
      await cache.invalidateQueries({ queryKey: REPOSITORIES_KEY })
      toast(repository ? words.saved : words.bound)
    },
  })
  const faults = formFaults(save.error, FIELDS)
  return (
    <FormDialog
      title={repository ? words.editTitle(repository.folder) : words.bind}
      width={520}
      sending={save}
      faults={faults.general}
      verb={repository ? words.save : words.bind}
      isDirty={draft !== first && !save.isSuccess}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!repository && <FolderField value={draft.category} faults={faults.of('category')} onChange={change} />}
      <ServerFields draft={draft} faults={faults} hasToken={repository?.has_token ?? false} onChange={change} />
      <ChoiceField
        label={words.mode}
        choices={choicesOf(words.modes)}
        value={draft.mode}
        faults={faults.of('mode')}
        onChange={(mode) => change({ mode })}
      />
      {draft.mode === 'git' && (
        <ChoiceField
          label={words.apply}
          choices={choicesOf(words.applies)}
          value={draft.apply}
          faults={faults.of('apply')}
          onChange={(apply) => change({ apply })}
        />
      )}
    </FormDialog>
  )
}

const choicesOf = <Value extends string>(texts: Readonly<Record<Value, string>>) =>
  (Object.keys(texts) as Value[]).map((value) => ({ value, label: texts[value] }))

const bodyOf = ({ url, branch, path, token, certificate, mode, apply }: Draft) => ({
  ...{ url: url.trim(), branch: branch.trim(), path: path.trim(), mode, apply },
  ...(token !== '' && { token }),
  ca_certificate: certificate.trim() === '' ? null : certificate,
})

/** Only what was changed: `apply` lends it the rights of its sender. */
function changesOf(draft: Draft, first: Draft): Wire.RepositoryPatch {
  const { apply, ...others } = bodyOf(draft)
  return { ...others, ...(apply !== first.apply && { apply }) }
}

type ChangeDraft = (changed: Partial<Draft>) => void
type FolderProps = { readonly value: string; readonly faults: readonly string[]; readonly onChange: ChangeDraft }

function FolderField({ value, faults, onChange }: FolderProps) {
  const folders = useQuery(folderChoices(useHeddle())).data ?? []
  return (
    <ChoiceField
      label={words.folder}
      choices={[{ value: NO_FOLDER, label: words.chooseFolder }, ...folders]}
      value={value}
      faults={faults}
      onChange={(category) => onChange({ category })}
    />
  )
}

type ServerProps = {
  readonly draft: Draft
  readonly faults: ReturnType<typeof formFaults>
  readonly hasToken: boolean
  readonly onChange: ChangeDraft
}

function ServerFields({ draft, faults, hasToken, onChange }: ServerProps) {
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        isCode
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        faults={faults.of('url')}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <TextField
        label={words.branch}
        isCode
        value={draft.branch}
        faults={faults.of('branch')}
        onChange={(event) => onChange({ branch: event.currentTarget.value })}
      />
      <TextField
        label={words.path}
        hint={words.pathHint}
        isCode
        value={draft.path}
        faults={faults.of('path')}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
      <PasswordField
        label={words.token}
        hint={hasToken ? words.tokenKept : words.tokenHint}
        autoComplete="off"
        value={draft.token}
        faults={faults.of('token')}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
      />
      <TextArea
        label={words.certificate}
        hint={words.certificateHint}
        rows={2}
        value={draft.certificate}
        faults={faults.of('ca_certificate')}
        onChange={(event) => onChange({ certificate: event.currentTarget.value })}
      />
    </>
  )
}
