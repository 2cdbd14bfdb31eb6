import { useEffect, useState } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { type RowFault, rowFaults } from './row-faults.ts'
import { rowsOf, type Sheet } from './sheet.ts'

const PAUSE_MS = 500
const NO_FAULTS: readonly RowFault[] = []

export type RowCheck = {
  readonly count: number
  /** What the server says of these very rows; undefined until it has answered. */
  readonly plan: Wire.LaunchDryRunReply | undefined
  readonly faults: readonly RowFault[]
  readonly isChecking: boolean
}

type Answer = Pick<RowCheck, 'plan' | 'faults'> & { readonly of: string }

/** Has the server check the rows when typing pauses, in a dry run: it lists every fault, and what would be launched. */
export function useRowCheck(template: string, sheet: Sheet, names: readonly string[]): RowCheck {
  const heddle = useHeddle()
  const [answer, setAnswer] = useState<Answer>()
  const { rows, places } = rowsOf(sheet, names)
  const asked = JSON.stringify([rows, places])
  useEffect(() => {
    const [sent, where] = JSON.parse(asked) as [Record<string, string>[], number[]]
    if (sent.length === 0) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      heddle.automation.templates
        .launch(template, { rows: sent }, { dry_run: true }, { signal: stop.signal })
        .then(
          (plan) => ({ of: asked, plan, faults: NO_FAULTS }),
          (error: unknown) => ({ of: asked, plan: undefined, faults: rowFaults(error as Error, where) }),
        )
        .then((next) => {
          if (!stop.signal.aborted) setAnswer(next)
        })
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [heddle, template, asked])
  const isCurrent = answer?.of === asked
  return {
    count: rows.length,
    plan: isCurrent ? answer.plan : undefined,
    // While a changed cell is checked, the other faults stay where they are.
    faults: rows.length === 0 ? NO_FAULTS : (answer?.faults ?? NO_FAULTS),
    isChecking: rows.length > 0 && !isCurrent,
  }
}
