import { lazy, Suspense } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import type { Declared } from '../workspace/declared.ts'
import type { Dialogs } from '../workspace/use-dialogs.ts'
import type { QueryDocument } from '../workspace/use-document.ts'
import type { Saving } from '../workspace/use-save.ts'
import { ExpectationSection } from './expectation-section.tsx'
import { ParametersSection } from './parameters-section.tsx'
import { words } from './words.ts'

// The rules and the editor of expressions come with the first dialog.
const ParameterDialog = lazy(async () => ({ default: (await import('./parameter-dialog.tsx')).ParameterDialog }))
const ExpectationDialog = lazy(async () => ({ default: (await import('./expectation-dialog.tsx')).ExpectationDialog }))

type Props = {
  readonly document: QueryDocument
  readonly log: Wire.ExecutionLog | undefined
  readonly dialogs: Dialogs
  readonly saving: Saving
}

/** What the query declares, where nothing else is selected. Before the first save it waits for that. */
export function Declarations({ document, log, dialogs, saving }: Props) {
  const { base, declared, declare, isMine } = document
  const isReadOnly = useCanvas((state) => state.isReadOnly) || !isMine
  const handleChange = (parameters: readonly Wire.Parameter[]) =>
    base
      ? saving.describe.mutate(
          { parameters: [...parameters] },
          { onError: (error) => toastFailure(words.parameters.notChanged, error) },
        )
      : declare({ parameters: [...parameters] })
  return (
    <>
      <ParametersSection
        parameters={declared.parameters}
        isReadOnly={isReadOnly}
        onOpen={(name) => dialogs.ask({ kind: 'parameter', name })}
        onChange={handleChange}
      />
      <ExpectationSection
        expectation={declared}
        verdict={log?.expectation ?? undefined}
        isReadOnly={isReadOnly}
        onOpen={() => dialogs.ask({ kind: 'expectation' })}
      />
    </>
  )
}

export function DeclareDialogs({ document, log, dialogs: { open, close }, saving: { describe } }: Props) {
  const { base, declared, declare } = document
  const handleSave = (changed: Partial<Declared>) => {
    if (base) describe.mutate(changed)
    else {
      declare(changed)
      close()
    }
  }
  return (
    <Suspense fallback={null}>
      {open?.kind === 'parameter' && (
        <ParameterDialog
          parameters={declared.parameters}
          name={open.name}
          sending={describe}
          onSave={(parameters) => handleSave({ parameters: [...parameters] })}
          onClose={close}
        />
      )}
      {open?.kind === 'expectation' && (
        <ExpectationDialog
          query={declared}
          ran={log && { log }}
          sending={describe}
          onSave={handleSave}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
