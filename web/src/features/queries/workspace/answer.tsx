import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { isUnderWay } from '../../../canvas/run/run-view.ts'
import { VariableStrip } from '../../../canvas/variables/variable-strip.tsx'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { Tabs } from '../../../components/tabs.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import styles from './answer.module.css'
import { ConnectionMenu } from './connection-menu.tsx'
import { RowsPanel } from './rows-panel.tsx'
import { useAddress } from './use-address.ts'
import { useAge } from './use-age.ts'
import { ANSWER, EDIT, useDraws } from './use-is-answer.ts'
import type { WorkspaceConnection } from './use-connection.ts'
import type { Running } from './use-running.ts'
import { useTellEntries } from './use-tell-entries.ts'
import { words } from './words.ts'
import { RunButtons } from './workspace-actions.tsx'

/** The two ways to see a query, at one address. */
export function WaysToSee({ isAnswer }: { readonly isAnswer: boolean }) {
  const { change } = useAddress()
  const draws = useDraws()
  return (
    <RadioGroup
      label={words.answer.ways}
      isLabelHidden
      choices={[
        { value: ANSWER, label: words.answer.answer },
        { value: EDIT, label: draws ? words.answer.edit : words.answer.canvas },
      ]}
      value={isAnswer ? ANSWER : EDIT}
      onChange={(view) => change({ view })}
    />
  )
}

type ActionProps = {
  readonly base: ReadQuery | undefined
  readonly connection: WorkspaceConnection
  readonly running: Running
}

/** What a reader does: choose a fabric, run, pass it on. */
export function AnswerActions({ base, connection, running }: ActionProps) {
  const mayRun = useMay('queries.execute_savedquery')
  const isRunning = useCanvas(({ run }) => isUnderWay(run.state))
  const impossible = connection.selected === undefined ? words.noConnection : undefined
  const tell = useTellEntries(base, running.ran, connection.selected)
  return (
    <>
      <ConnectionMenu {...{ connection, base }} />
      <Button onClick={() => void copyAnswerLink()}>{words.answer.copyLink}</Button>
      {tell.length > 0 && (
        <Menu
          label={words.more}
          target={
            <Button aria-label={words.more}>
              <span aria-hidden>⋯</span>
            </Button>
          }
          entries={tell}
        />
      )}
      {mayRun && !isRunning && <RunButtons {...{ running, connection, impossible }} />}
      {isRunning && (
        <Button keys="Ctrl ." onClick={running.cancel}>
          {words.cancelRun}
        </Button>
      )}
    </>
  )
}

/** With the values and the rows on the screen; everybody who may see the query sees the answer first. */
async function copyAnswerLink(): Promise<void> {
  const link = new URL(location.href)
  link.searchParams.set('view', ANSWER)
  try {
    await copyText(link.href)
    toast(words.answer.linkCopied)
  } catch (error) {
    toastFailure(words.answer.linkNotCopied, error as Error)
  }
}

type PartProps = {
  readonly base: ReadQuery
  readonly running: Running
  readonly connection: string | undefined
}

/** What one fills in, and the rows. */
export function AnswerParts({ base, running, connection }: PartProps) {
  const age = useAge(running.ran, connection)
  const { search, variables, change, setVariables } = useAddress()
  const tab = search.tab === 'chart' ? 'chart' : 'rows'
  const rows = (isChart: boolean) => () => (
    <RowsPanel queryId={base.id} asOf={search.as_of} isChart={isChart} {...{ running, age }} />
  )
  return (
    <div className={styles.answer}>
      {base.description !== '' && (
        <p className={styles.description} dir="auto">
          {base.description}
        </p>
      )}
      <VariableStrip parameters={base.parameters} values={variables} onValues={setVariables} />
      <div className={styles.rows}>
        <Tabs
          label={words.answer.panels}
          selected={tab}
          onSelect={(next) => change({ tab: next === 'rows' ? undefined : next })}
          tabs={[
            { name: 'rows', title: words.tabs.rows, content: rows(false) },
            { name: 'chart', title: words.tabs.chart, content: rows(true) },
          ]}
        />
      </div>
    </div>
  )
}
