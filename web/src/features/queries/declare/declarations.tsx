import { lazy, Suspense } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import type { ReadQuery } from '../api.ts'
import type { Dialogs } from '../workspace/use-dialogs.ts'
import type { Saving } from '../workspace/use-save.ts'
import styles from './declared.module.css'
import { ExpectationSection } from './expectation-section.tsx'
import { ParametersSection } from './parameters-section.tsx'
import { words } from './words.ts'

// The rules and the editor of expressions come with the first dialog.
const ParameterDialog = lazy(async () => ({ default: (await import('./parameter-dialog.tsx')).ParameterDialog }))
const ExpectationDialog = lazy(async () => ({ default: (await import('./expectation-dialog.tsx')).ExpectationDialog }))

type Props = {
  readonly base: ReadQuery | undefined
  readonly isMine: boolean
  readonly log: Wire.ExecutionLog | undefined
  readonly dialogs: Dialogs
  readonly saving: Saving
}

/** What the query declares, where nothing else is selected. */
export function Declarations({ base, isMine, log, dialogs, saving }: Props) {
  const isCanvasReadOnly = useCanvas((state) => state.isReadOnly)
  if (!base) return <p className={styles.quiet}>{words.saveFirst}</p>
  const isReadOnly = isCanvasReadOnly || !isMine
  return (
    <>
      <ParametersSection
        parameters={base.parameters}
        isReadOnly={isReadOnly}
        onOpen={(name) => dialogs.ask({ kind: 'parameter', name })}
        onChange={(parameters) =>
          saving.describe.mutate(
            { parameters: [...parameters] },
            { onError: (error) => toastFailure(words.parameters.notChanged, error) },
          )
        }
      />
      <ExpectationSection
        expectation={base}
        verdict={log?.expectation ?? undefined}
        isReadOnly={isReadOnly}
        onOpen={() => dialogs.ask({ kind: 'expectation' })}
      />
    </>
  )
}

type DialogProps = Omit<Props, 'isMine' | 'base'> & { readonly base: ReadQuery }

export function DeclareDialogs({ base, log, dialogs: { open, close }, saving: { describe } }: DialogProps) {
  return (
    <Suspense fallback={null}>
      {open?.kind === 'parameter' && (
        <ParameterDialog
          parameters={base.parameters}
          name={open.name}
          sending={describe}
          onSave={(parameters) => describe.mutate({ parameters: [...parameters] })}
          onClose={close}
        />
      )}
      {open?.kind === 'expectation' && (
        <ExpectationDialog
          query={base}
          ran={log && { log }}
          sending={describe}
          onSave={(expectation) => describe.mutate(expectation)}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
