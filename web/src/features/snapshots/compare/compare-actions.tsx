import { useEffect, useState } from 'react'
import { ExplainDialog } from '../../../components/ai/explain-dialog.tsx'
import { Button } from '../../../components/button.tsx'
import { LaunchLink } from '../../../components/launch-link.tsx'
import { Menu } from '../../../components/menu.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { NoteDialog } from '../parts/note-dialog.tsx'
import type { CompareClient } from './compare-client.ts'
import type { Entry } from './comparison.ts'
import { ScheduleCheck } from './schedule-check.tsx'
import { words } from './words.ts'

const OURS = ['csv', 'ndjson'] as const
const FORMATS = [...OURS, 'parquet'] as const
type Format = (typeof FORMATS)[number]
/** A printed comparison of more than that is no document. */
const MOST_PRINTED = 300

type Props = {
  readonly before: Wire.Snapshot
  readonly after: Wire.Snapshot | undefined
  readonly client: CompareClient
  readonly terms: Pick<Wire.CompareBody, 'key_fields' | 'ignore_fields'>
  readonly onPrint: (entries: readonly Entry[]) => void
}

/** What one can take away from a comparison. */
export function CompareActions({ before, after, client, terms, onPrint }: Props) {
  return (
    <>
      <ExportChanges {...{ before, after, client, terms }} />
      <Button onClick={() => void client.ask({ kind: 'entries', most: MOST_PRINTED }).then(onPrint)}>
        {words.print}
      </Button>
      {after && <ExplainChanges before={before} after={after} />}
      {after && <LaunchLink source={{ snapshot_a: before.id, snapshot_b: after.id }} />}
      <ScheduleCheck capture={before} terms={terms} />
      {after && <NoteButton capture={after} />}
    </>
  )
}

type ExplainProps = { readonly before: Wire.Snapshot; readonly after: Wire.Snapshot }

/** What changed in words, with the key and the ignored fields of the server. */
function ExplainChanges({ before, after }: ExplainProps) {
  const { ai } = useHeddle()
  const [isOpen, setIsOpen] = useState(false)
  const pair = { snapshot_a: before.id, snapshot_b: after.id }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.explain}</Button>
      {isOpen && (
        <ExplainDialog
          title={words.explained}
          explain={(signal) => ai.explainChanges(pair, {}, { signal })}
          sent={() => ai.explainChanges(pair, { dry_run: true })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** Every change, as the server writes it; what was compared with now is only here. */
function ExportChanges({ before, after, client, terms }: Omit<Props, 'onPrint'>) {
  const heddle = useHeddle()
  async function save(format: Format) {
    if (!after) {
      const ours = format as (typeof OURS)[number]
      saveFile(`${words.exported}.${format}`, await client.ask({ kind: 'file', format: ours }))
      return
    }
    const { ticket } = await heddle.wsTicket()
    const query = new URLSearchParams({ a: before.id, b: after.id, format, ticket })
    for (const name of ['key_fields', 'ignore_fields'] as const) append(query, name, terms[name])
    location.assign(`/api/history/compare/export/?${query.toString()}`)
  }
  const handle = (format: Format) => () =>
    void save(format).catch((error: unknown) => toast((error as Error).message, { kind: 'failed' }))
  return (
    <Menu
      label={words.export}
      target={<Button>{words.export}</Button>}
      entries={FORMATS.map((format) => ({
        text: words.exportAll[format],
        impossible: after || format !== 'parquet' ? undefined : words.notOfNow,
        onSelect: handle(format),
      }))}
    />
  )
}

/** A single value would be taken apart at its commas: a name alone goes twice. */
function append(query: URLSearchParams, name: string, values: readonly string[] | null | undefined): void {
  if (!values) return
  const sent = values.length === 0 ? [','] : values.length === 1 ? [...values, ...values] : values
  for (const value of sent) query.append(name, value)
}

function NoteButton({ capture }: { readonly capture: Wire.Snapshot }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay('history.change_snapshot')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.note}</Button>
      {isOpen && <NoteDialog capture={capture} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Prints once what is to be printed is there. */
export function usePrinting(): {
  readonly entries: readonly Entry[] | undefined
  readonly onPrint: (entries: readonly Entry[]) => void
} {
  const [entries, setEntries] = useState<readonly Entry[]>()
  useEffect(() => {
    if (!entries) return
    const handleDone = () => setEntries(undefined)
    addEventListener('afterprint', handleDone)
    print()
    return () => removeEventListener('afterprint', handleDone)
  }, [entries])
  return { entries, onPrint: setEntries }
}
