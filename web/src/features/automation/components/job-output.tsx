import { ErrorBar } from '../../../components/states.tsx'
import { useLiveOutput } from '../hooks/use-live-output.ts'
import { LogView } from '../log/log-view.tsx'
import { words } from '../words.ts'

type Props = {
  readonly execution: string
  readonly line: string | undefined
  readonly onLine: (line: string | undefined) => void
}

/** What a job prints, as it prints it. */
export function JobOutput({ execution, line, onLine }: Props) {
  const { lines, isLive, error } = useLiveOutput(execution)
  const number = Number(line)
  return (
    <>
      {error && <ErrorBar what={words.log.failure} error={error} />}
      <LogView
        lines={lines}
        isLive={isLive}
        line={Number.isInteger(number) && number > 0 ? number : undefined}
        onLine={(next) => onLine(next === undefined ? undefined : String(next))}
      />
    </>
  )
}
