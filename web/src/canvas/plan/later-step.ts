import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { formatNumber, plural } from '../../lib/i18n/plural.ts'
import type { Wire } from '../../lib/api/wire.ts'
import type { RunView } from '../run/run-view.ts'
import { describeStep } from '../steps/describe-step.ts'
import { recordIn, textIn } from '../steps/step-config.ts'
import { words as stepWords } from '../steps/words.ts'
import { words } from './words.ts'

/** What happens after the requests: a join, the rows that come of it, or a step. */
export type LaterStep = {
  readonly kind: string
  readonly title: string
  readonly details: readonly string[]
  /** As the last run counted them. */
  readonly rows?: string
}

type Given = { readonly canvas: WireCanvas; readonly run: Pick<RunView, 'edges' | 'steps'> }

export function laterStep({ step, id, text }: Wire.PlanStepReply, { canvas, run }: Given): LaterStep {
  if (step === 'join') return { ...joinOf(text), ...rowsAfter(run.edges.get(id)) }
  if (step !== 'post_processor') {
    const [title = '', ...details] = text.split('; ')
    return { kind: words.kinds.rows, title, details }
  }
  const part = canvas.post_processors.find((one) => one.id === id)
  const type = textIn(part?.type)
  const counts = run.steps.get(id)
  const description = part === undefined ? '' : describeStep(type, recordIn(part.config))
  return {
    kind: text,
    title: description === '' ? (stepWords.types[type] ?? '') : description,
    details: [],
    ...(counts && { rows: stepWords.counts(counts.before, counts.after) }),
  }
}

/** `bd with vrf (left, edge e1): bd.rn = vrf.name`: what is joined, and how. */
function joinOf(text: string): LaterStep {
  const { title = text, join, on } = /^(?<title>.*?) \((?<join>\w+), edge .*?\): (?<on>.*)$/s.exec(text)?.groups ?? {}
  return {
    kind: words.kinds.join,
    title,
    details: [on, join === undefined || join === 'inner' ? undefined : words.joins[join]].filter(
      (detail) => detail !== undefined,
    ),
  }
}

const rowsAfter = (rows: number | undefined) =>
  rows === undefined ? {} : { rows: `→ ${plural(rows, { one: '# row', other: `${formatNumber(rows)} rows` })}` }
