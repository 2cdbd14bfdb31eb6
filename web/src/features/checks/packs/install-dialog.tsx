import { HeddleError } from '@heddle/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { installPack, usePacksChanged } from './api.ts'
import { InstallPlan } from './install-plan.tsx'
import styles from './install.module.css'
import { faultsByFile } from './pack-faults.ts'
import { words as packWords } from './words.ts'

const words = packWords.install

type Props = { readonly title: string; readonly onClose: () => void }

/** Takes the archive of a pack, says what it would change, then installs it. */
export function InstallDialog({ title, onClose }: Props) {
  const { plan, apply, attempt } = useInstall(onClose)
  const tried = plan.variables
  const [isMissed, setIsMissed] = useState(false)
  const error = plan.error ?? apply.error
  const isOlder = error instanceof HeddleError && error.code === 'older'
  const files = error instanceof HeddleError ? faultsByFile(error.fields) : []
  const handleSubmit = () => {
    setIsMissed(!tried)
    if (tried && plan.data) apply.mutate(tried)
  }
  return (
    <FormDialog
      title={title}
      width={600}
      sending={{ error, isPending: plan.isPending || apply.isPending }}
      faults={error && !isOlder && files.length === 0 ? [error.message] : []}
      impossible={files.length > 0 ? words.faulty : isOlder ? words.olderFirst : undefined}
      verb={apply.isPending ? words.installing : words.verb}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label={words.file}
        type="file"
        accept=".zip,.tgz,.gz,application/zip,application/gzip"
        hint={words.hint}
        faults={isMissed ? [words.missing] : []}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (!file) return
          setIsMissed(false)
          attempt({ archive: file, force: false })
        }}
      />
      {plan.isPending && (
        <p role="status" className={styles.reading}>
          {words.reading}
        </p>
      )}
      {isOlder && (
        <div role="alert" className={styles.older}>
          <p>{error.message.replace(/ Use \?force.*$/, '')}</p>
          <Button onClick={() => tried && attempt({ ...tried, force: true })}>{words.anyway}</Button>
        </div>
      )}
      {files.length > 0 && <FaultList files={files} />}
      {plan.data && tried?.force && <p className={styles.older}>{words.older}</p>}
      {plan.data && <InstallPlan reply={plan.data} />}
    </FormDialog>
  )
}

type Attempt = { readonly archive: File; readonly force: boolean }

/** What was chosen is tried at once; it is installed when somebody has seen what that changes. */
function useInstall(onClose: () => void) {
  const heddle = useHeddle()
  const changed = usePacksChanged()
  const apply = useWrite({
    mutationFn: ({ archive, force }: Attempt) => installPack(heddle, archive, { dryRun: false, force }),
    onSuccess: async ({ name, version }) => {
      onClose()
      await changed()
      toast(words.done(name, version))
    },
  })
  const plan = useMutation({
    mutationFn: ({ archive, force }: Attempt) => installPack(heddle, archive, { dryRun: true, force }),
  })
  const attempt = (tried: Attempt) => {
    apply.reset()
    plan.mutate(tried)
  }
  return { plan, apply, attempt }
}

const FaultList = ({ files }: { readonly files: ReturnType<typeof faultsByFile> }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
  <div role="alert" className={styles.faults} tabIndex={0}>
    <p>{words.faults(files.reduce((sum, { faults }) => sum + faults.length, 0))}</p>
    {files.map(({ file, faults }) => (
      <div key={file ?? ''}>
        <h3>{file ?? words.wholePack}</h3>
        <ul>
          {faults.map(({ place, text }) => (
            <li key={`${place} ${text}`}>
              {place !== '' && <code>{place}</code>}
              {text}
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
)
