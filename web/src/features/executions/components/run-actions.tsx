import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { LaunchLink } from '../../../components/launch-link.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { TextField } from '../../../components/field.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { RUNS_KEY } from '../../../resources/runs.ts'
import { words } from '../words.ts'
import { SaveDraft } from './save-draft.tsx'
import { changedValues, rerunOf, valueText } from './rerun.ts'

/** What one can do with a run: stop it while it goes on, keep or repeat it afterwards. */
export function RunActions({ run }: { readonly run: Wire.ExecutionLog }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const mayRun = useMay('queries.execute_savedquery')
  const cancel = useWrite({
    mutationFn: (pipeline: string) => queries.pipelineExecutions.cancel(pipeline),
    onSuccess: () => cache.invalidateQueries({ queryKey: RUNS_KEY }),
    onError: (error, id) => toastFailure(words.notCancelled, error, { onRetry: () => cancel.mutate(id) }),
  })
  const { status, pipeline_execution: pipeline } = run
  if (status === 'running') {
    if (pipeline === null || !mayRun) return null
    return (
      <Button
        onClick={() => cancel.mutate(pipeline)}
        impossible={cancel.isPending || cancel.isSuccess ? words.cancelling : undefined}
      >
        {words.cancel}
      </Button>
    )
  }
  return (
    <>
      <Button onClick={() => print()}>{words.print}</Button>
      {run.status === 'success' && !run.draft && run.saved_query !== null && run.row_count > 0 && (
        <LaunchLink source={{ execution: run.id }} />
      )}
      <Capture run={run} />
      <SaveDraft run={run} />
      {mayRun && <RunAgain run={run} />}
    </>
  )
}

/** Drafts and failed runs have no history to be kept in. */
function Capture({ run }: { readonly run: Wire.ExecutionLog }) {
  const { history } = useHeddle()
  const cache = useQueryClient()
  const mayCapture = useMay('history.capture_snapshot')
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const capture = useWrite({
    mutationFn: () => history.capture({ execution: run.id, ...(note !== '' && { annotation: note }) }),
    onSuccess: async () => {
      setIsOpen(false)
      toast(words.captured)
      await cache.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
  const faults = formFaults(capture.error, ['annotation'])
  const isOffered = mayCapture && run.status === 'success' && !run.draft && run.saved_query !== null
  usePageActions(isOffered ? [{ id: 'run-capture', text: words.capture, onSelect: () => setIsOpen(true) }] : [])
  if (!isOffered) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.capture}</Button>
      {isOpen && (
        <FormDialog
          title={words.captureTitle}
          sending={capture}
          faults={faults.general}
          verb={words.capture}
          leave={words.back}
          onSubmit={() => capture.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>{words.captureText}</p>
          <TextField
            label={words.note}
            value={note}
            maxLength={500}
            faults={faults.of('annotation')}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  )
}

/** With variables it asks for them first: they are why one would run it again. */
function RunAgain({ run }: { readonly run: Wire.ExecutionLog }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const names = Object.keys(run.variables)
  const [isOpen, setIsOpen] = useState(false)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const again = useWrite({
    mutationFn: async () => {
      const rerun = rerunOf(run, changedValues(run.variables, texts))
      if (!rerun) throw new Error(words.nothingToRun)
      return rerun.kind === 'query'
        ? queries.savedQueries.executeBackground(rerun.id, rerun.body)
        : queries.executeBackground(rerun.body)
    },
    onSuccess: async () => {
      setIsOpen(false)
      await cache.invalidateQueries({ queryKey: RUNS_KEY })
    },
    // The view stays: one compares best what looks the same.
    next: ({ execution_id }) =>
      linkOptions({
        to: '/queries/execution-logs/$id/',
        params: { id: execution_id },
        search: true,
      }),
    onError: (error: Error) => {
      if (!isOpen) toastFailure(words.notStarted, error, { onRetry: () => again.mutate() })
    },
  })
  const handleAgain = () => (names.length > 0 ? setIsOpen(true) : again.mutate())
  usePageActions([{ id: 'run-again', text: words.again, onSelect: handleAgain }])
  const impossible = rerunOf(run, {}) === undefined ? words.nothingToRun : again.isPending ? words.starting : undefined
  return (
    <>
      <Button look="primary" impossible={impossible} onClick={handleAgain}>
        {words.again}
      </Button>
      {isOpen && (
        <FormDialog
          title={words.again}
          sending={again}
          faults={formFaults(again.error, []).general}
          verb={words.run}
          leave={words.back}
          onSubmit={() => again.mutate()}
          onClose={() => setIsOpen(false)}
        >
          {names.map((name) => (
            <TextField
              key={name}
              label={name}
              isCode
              value={texts[name] ?? valueText(run.variables[name])}
              onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
            />
          ))}
        </FormDialog>
      )}
    </>
  )
}
