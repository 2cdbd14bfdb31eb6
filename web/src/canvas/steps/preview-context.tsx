import { draftKey } from '@heddle/domain/canvas-editing/draft-key.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useSession } from '../../lib/session/context.tsx'
import type { RulesState } from '../rules/rules-client.ts'
import type { Sample } from '../rules/rules-messages.ts'
import type { StepPreview } from '../rules/step-previews.ts'
import { useRules, useRulesState } from '../rules/use-rules.ts'

/** The rows that the steps of this canvas begin with. */
export type PreviewSource = {
  /** Of the execution log of their run. */
  readonly executionId: string
  /** What its first step got, not what it ended with. */
  readonly isBeforeSteps?: boolean
  readonly columns: readonly string[]
  /** When its rows were read. */
  readonly takenAt: string
  /** What was drawn then, as `drawingKey` says: with another drawing, these rows are old. */
  readonly drawing?: string
}

export const drawingKey = ({ nodes, edges }: WireCanvas): string => draftKey({ nodes, edges, post_processors: [] })

/** The rows after each step, computed while typing. */
export type Previews = {
  readonly source: PreviewSource | undefined
  readonly rows: RulesState['rows']
  readonly rowCount: number
  readonly steps: ReadonlyMap<string, StepPreview>
  /** The first rows after a step. */
  readonly sample: (step: string) => Promise<Sample | undefined>
}

const NO_PREVIEWS: Previews = {
  source: undefined,
  rows: 'none',
  rowCount: 0,
  steps: new Map(),
  sample: () => Promise.resolve(undefined),
}

const PreviewContext = createContext<Previews>(NO_PREVIEWS)

export const usePreviews = (): Previews => useContext(PreviewContext)

type Props = {
  /** Keep it in a memo, or a state: another object is another run. */
  readonly source: PreviewSource | undefined
  readonly children: ReactNode
}

/** Reads the rows of a run once, and shares what the steps make of them. */
export function PreviewProvider({ source, children }: Props) {
  const session = useSession()
  const rules = useRules()
  useEffect(() => {
    if (!source) {
      rules.load(undefined)
      return
    }
    const which = source.isBeforeSteps === true ? '&before_steps=true' : ''
    const url = `/api/queries/execution-logs/${source.executionId}/results/?format=ndjson${which}`
    rules.load({ url, access: session.credentials.access() ?? '', columns: source.columns, takenAt: source.takenAt })
  }, [rules, session, source])
  const [rows, rowCount, previews] = [useRulesState('rows'), useRulesState('rowCount'), useRulesState('previews')]
  const value = useMemo(
    () => ({ source, rows, rowCount, steps: previews, sample: (step: string) => rules.sample(step) }),
    [source, rows, rowCount, previews, rules],
  )
  return <PreviewContext value={value}>{children}</PreviewContext>
}
