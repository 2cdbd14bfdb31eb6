import { JsonPanel } from '../../../canvas/json/json-panel.tsx'
import { PlanPanel } from '../../../canvas/plan/plan-panel.tsx'
import { StagesPanel } from '../../../canvas/run/stages-panel.tsx'
import { useSplit } from '../../../components/split.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import type { ReadQuery } from '../api.ts'
import { RowsPanel } from './rows-panel.tsx'
import { useAddress } from './use-address.ts'
import type { Age } from './use-age.ts'
import type { Running } from './use-running.ts'
import { VersionsPanel } from './versions-panel.tsx'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

const FIRST = 'rows'

type Props = {
  readonly base: ReadQuery | undefined
  readonly isMine: boolean
  readonly running: Running
  readonly age: Age
  /** It has the whole height, instead of the canvas. */
  readonly isWhole: boolean
  readonly onWhole: () => void
  readonly onRestore: (version: number) => void
}

/** Below the canvas: the rows, what is sent, and where the canvas came from. */
export function BottomPanel({ base, isMine, running, age, isWhole, onWhole, onRestore }: Props) {
  const { ran } = running
  const { search, change } = useAddress()
  const { size, handle } = useSplit({
    label: words.panelSize,
    name: 'rows',
    initial: 340,
    smallest: 120,
    largest: 640,
    onDoubleClick: onWhole,
  })
  const pipeline = ran?.log.pipeline_execution ?? undefined
  const stages =
    pipeline === undefined
      ? []
      : [{ name: 'stages', title: words.tabs.stages, content: () => <StagesPanel pipelineId={pipeline} /> }]
  const isOfRun = ran !== undefined && search.as_of === undefined
  return (
    <>
      {handle}
      <div
        className={styles.panel}
        data-past={search.as_of !== undefined || undefined}
        style={isWhole ? undefined : { blockSize: size }}
      >
        <Tabs
          label={words.panels}
          selected={search.tab ?? FIRST}
          onSelect={(tab) => change({ tab: tab === FIRST ? undefined : tab })}
          aside={
            isOfRun
              ? words.rows.facts(ran.log.row_count, ran.log.columns.length, formatDuration(ran.log.duration_ms ?? 0))
              : undefined
          }
          tabs={[
            {
              name: FIRST,
              title: words.tabs.rows,
              content: () => <RowsPanel queryId={base?.id} asOf={search.as_of} running={running} age={age} />,
            },
            {
              name: 'chart',
              title: words.tabs.chart,
              content: () => <RowsPanel queryId={base?.id} asOf={search.as_of} running={running} age={age} isChart />,
            },
            { name: 'plan', title: words.tabs.plan, content: () => <PlanPanel /> },
            ...stages,
            {
              name: 'versions',
              title: words.tabs.versions,
              content: () => (
                <VersionsPanel
                  queryId={base?.id}
                  current={base?.current_version}
                  isMine={isMine}
                  shown={search.version === undefined ? undefined : Number(search.version)}
                  onShow={(version) => change({ version: version === undefined ? undefined : String(version) })}
                  onRestore={onRestore}
                />
              ),
            },
            { name: 'json', title: words.tabs.json, content: () => <JsonPanel /> },
          ]}
        />
      </div>
    </>
  )
}
