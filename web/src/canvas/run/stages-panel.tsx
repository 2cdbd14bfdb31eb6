import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Light, type LightColor } from '../../components/light.tsx'
import { Read } from '../../components/read.tsx'
import { columnsOf } from '../../components/sample-columns.ts'
import { SampleTable } from '../../components/sample-table.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { formatDuration } from '../../lib/time/format-time.ts'
import { pipelineRun } from '../../resources/runs.ts'
import styles from './stages-panel.module.css'
import { words } from './stages-words.ts'

const AGAIN_MS = 1_000

/** What a run did, one stage after the other, with rows before and after each. */
export function StagesPanel({ pipelineId }: { readonly pipelineId: string }) {
  const heddle = useHeddle()
  const found = useQuery({
    ...pipelineRun(heddle, pipelineId),
    refetchInterval: (query) => (query.state.data?.status === 'running' ? AGAIN_MS : false),
  })
  return (
    <div className={styles.panel}>
      <Read of={found} failure={words.failure} permission="queries.view_executionlog">
        {({ stages }) =>
          stages.length === 0 ? <p className={styles.note}>{words.none}</p> : <Stages stages={stages} />
        }
      </Read>
    </div>
  )
}

function Stages({ stages }: { readonly stages: readonly Wire.PipelineStage[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (index: number) =>
    setOpen(new Set(open.has(index) ? [...open].filter((one) => one !== index) : [...open, index]))
  return (
    <table aria-label={words.title} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.stage}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col" className={styles.number}>
            {words.rows}
          </th>
          <th scope="col" className={styles.number}>
            {words.time}
          </th>
          <th scope="col">{words.request}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map((stage) => (
          <Fragment key={stage.index}>
            <Stage stage={stage} isOpen={open.has(stage.index)} onToggle={() => toggle(stage.index)} />
            {open.has(stage.index) && (
              <tr>
                <td colSpan={5} className={styles.samples}>
                  <Samples stage={stage} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const COLORS: Readonly<Record<Wire.PipelineStage['status'], LightColor>> = {
  pending: 'off',
  running: 'busy',
  success: 'ok',
  failure: 'bad',
  cancelled: 'warn',
  skipped: 'off',
}

type StageProps = { readonly stage: Wire.PipelineStage; readonly isOpen: boolean; readonly onToggle: () => void }

function Stage({ stage, isOpen, onToggle }: StageProps) {
  const { name, type, status, input_rows, output_rows, duration_ms, request, connection } = stage
  const hasSamples = stage.input_sample.length > 0 || stage.output_sample.length > 0
  return (
    <tr>
      <th scope="row">
        {hasSamples ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={words.showSamples(name)}
            className={styles.name}
            onClick={onToggle}
          >
            <span aria-hidden className={styles.turn}>
              {isOpen ? '▾' : '▸'}
            </span>
            <code>{name}</code>
          </button>
        ) : (
          <code className={styles.plain}>{name}</code>
        )}
        {connection !== undefined && <span className={styles.note}> {connection}</span>}
      </th>
      <td>{words.kinds[type]}</td>
      <td className={styles.number}>
        {output_rows === null ? (
          <Light color={COLORS[status]} text={words.states[status]} />
        ) : (
          words.counts(type === 'fetch' ? null : input_rows, output_rows)
        )}
      </td>
      <td className={styles.number}>{duration_ms === null ? '' : formatDuration(duration_ms)}</td>
      <td className={styles.request}>{request !== null && <code>{request}</code>}</td>
    </tr>
  )
}

function Samples({ stage }: { readonly stage: Wire.PipelineStage }) {
  const { name, input_sample, output_sample, input_rows, output_rows } = stage
  const before = new Set(columnsOf(input_sample))
  return (
    <div className={styles.pair}>
      {input_sample.length > 0 && <Sample label={words.before(name)} rows={input_sample} all={input_rows ?? 0} />}
      {output_sample.length > 0 && (
        <Sample
          label={words.after(name)}
          rows={output_sample}
          all={output_rows ?? 0}
          fresh={new Set(before.size === 0 ? [] : columnsOf(output_sample).filter((column) => !before.has(column)))}
        />
      )}
    </div>
  )
}

type SampleProps = {
  readonly label: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly all: number
  readonly fresh?: ReadonlySet<string>
}

const Sample = ({ label, rows, all, fresh }: SampleProps) => (
  <figure className={styles.sample}>
    <figcaption>
      {label} <span className={styles.note}>{words.first(rows.length, all)}</span>
    </figcaption>
    <SampleTable label={label} columns={columnsOf(rows)} rows={rows} {...(fresh && { fresh })} />
  </figure>
)
