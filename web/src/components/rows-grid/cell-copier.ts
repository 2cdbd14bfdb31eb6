import { toast } from '../toasts.tsx'
import { copyText } from './copy-text.ts'
import { words } from './grid-words.ts'
import type { Range } from './range.ts'
import type { RowsClient } from './rows-client.ts'
import type { TextFormat } from './text-of-cells.ts'

const MOST_COPIED_CELLS = 2_000_000

export type CellCopier = {
  readonly cells: (range: Range, format: TextFormat) => void
  /** The DNs of these rows, one a line. */
  readonly dns: (range: Range) => void
  readonly dnsOf: (range: Range) => Promise<readonly string[]>
}

/** Copies what is selected, and says so. */
export function createCellCopier(client: RowsClient, columns: readonly string[]): CellCopier {
  return {
    cells: (range, format) => attempt(copyCells(client, columns, range, format)),
    dns: (range) => attempt(copyDns(client, range)),
    dnsOf: async (range) => (await listDns(client, range)).split('\n').filter((dn) => dn !== ''),
  }
}

async function copyCells(client: RowsClient, columns: readonly string[], range: Range, format: TextFormat) {
  const part = { ...rowsOf(range), columns: columns.slice(range.left, range.right + 1) }
  if ((part.to - part.from) * part.columns.length > MOST_COPIED_CELLS) throw new Error(words.tooMuch)
  await copyText(await client.ask({ kind: 'text', format, ...part }))
  toast(words.copied(part.to - part.from))
}

async function copyDns(client: RowsClient, range: Range) {
  const { from, to } = rowsOf(range)
  await copyText(await listDns(client, range))
  toast(words.copied(to - from))
}

const listDns = (client: RowsClient, range: Range) => client.ask({ kind: 'list', ...rowsOf(range), column: 'dn' })

const rowsOf = ({ top, bottom }: Range) => ({ from: top, to: bottom + 1 })

const attempt = (work: Promise<void>) =>
  void work.catch((error: unknown) => toast((error as Error).message, { kind: 'failed' }))
