import { useHeddle } from '../../lib/session/context.tsx'
import { Button } from '../button.tsx'
import { Menu, type MenuEntry } from '../menu.tsx'
import { toast } from '../toasts.tsx'
import { saveFile } from '../save-file.ts'
import { words } from './grid-words.ts'
import type { RowsClient } from './rows-client.ts'

type Props = {
  readonly client: RowsClient
  /** All columns, and those that are shown. */
  readonly all: readonly string[]
  readonly shown: readonly string[]
}

const FORMATS = { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'Excel', parquet: 'Parquet' } as const
const OURS = ['csv', 'ndjson'] as const

const isOurs = (format: string): boolean => OURS.some((ours) => ours === format)

/** All rows, as the server writes them; or what is shown, as it is shown. */
export function ExportMenu({ client, all, shown }: Props) {
  const heddle = useHeddle()
  const { source } = client
  const url = source.kind === 'url' && source.url.includes('format=ndjson') ? source.url : undefined

  async function exportAll(format: keyof typeof FORMATS) {
    if (url === undefined) return exportHere(format as 'csv', true)
    const { ticket } = await heddle.wsTicket()
    location.assign(`${url.replace('format=ndjson', `format=${format}`)}&ticket=${encodeURIComponent(ticket)}`)
  }

  async function exportHere(format: (typeof OURS)[number], isAll: boolean) {
    saveFile(`rows.${format}`, await client.ask({ kind: 'file', format, columns: isAll ? all : shown, isAll }))
  }

  const handle = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => toast((error as Error).message, { kind: 'failed' }))

  const entries: readonly MenuEntry[] = [
    ...Object.entries(FORMATS).map(([format, text]) => ({
      text,
      impossible: url === undefined && !isOurs(format) ? words.onlyServer : undefined,
      onSelect: handle(() => exportAll(format as keyof typeof FORMATS)),
    })),
    'line',
    ...OURS.map((format) => ({ text: words.viewAs[format], onSelect: handle(() => exportHere(format, false)) })),
  ]
  return <Menu label={words.export} target={<Button>{words.export}</Button>} entries={entries} />
}
