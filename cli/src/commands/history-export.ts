import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type Command, Option } from 'commander'
import { type Download, HeddleError } from '@heddle/client'
import { type Work, working } from '../command.ts'
import { connectionNamed, queryNamed } from '../find.ts'
import { CommandError, type Terminal } from '../terminal.ts'

const FORMATS = ['parquet', 'csv', 'ndjson', 'xlsx'] as const
type ExportOptions = {
  readonly connection?: string
  readonly after?: string
  readonly before?: string
  readonly format: (typeof FORMATS)[number]
}
const NOT_FOUND = 404

/** The captures of a query as files that other tools read. */
export function addHistoryExport(program: Command, terminal: Terminal): void {
  program
    .command('history')
    .description('what the snapshots of a query hold')
    .command('export')
    .argument('<query>', 'name or id')
    .argument('<folder>', 'it may hold earlier exports: only what is missing is written')
    .description('write the rows of every snapshot as a file that is named by its instant')
    .option('-c, --connection <connection>', 'only snapshots of this one, by name or id')
    .option('--after <instant>', 'only snapshots captured after it (ISO 8601)')
    .option('--before <instant>', 'only snapshots captured before it')
    .addOption(new Option('-f, --format <format>', 'of the files').choices([...FORMATS]).default('parquet'))
    .action(
      working(terminal, async (work, wanted: string, folder: string, options: ExportOptions) => {
        const { id } = await queryNamed(work.heddle, wanted)
        await mkdir(folder, { recursive: true }).catch((error: unknown) => {
          throw new CommandError(`${folder} cannot be written: ${(error as Error).message}`)
        })
        const counts = await exportAll(work, id, folder, options)
        await work.tell(
          `${counts.written} written, ${counts.there} were there${counts.gone > 0 ? `, ${counts.gone} deleted meanwhile` : ''}.`,
          counts,
        )
      }),
    )
}

async function exportAll(
  { heddle, terminal: { signal }, progress }: Work,
  query: string,
  folder: string,
  { connection, after, before, format }: ExportOptions,
): Promise<{ readonly written: number; readonly there: number; readonly gone: number }> {
  const counts = { written: 0, there: 0, gone: 0 }
  const wanted = {
    saved_query: query,
    ...(connection !== undefined && { controller_connection: (await connectionNamed(heddle, connection)).id }),
    ...(after !== undefined && { captured_after: after }),
    ...(before !== undefined && { captured_before: before }),
  }
  for await (const { id, captured_at } of heddle.history.snapshots.all(wanted, { signal })) {
    const file = join(folder, `${fileName(captured_at, id)}.${format}`)
    if (await isThere(file)) {
      counts.there += 1
      continue
    }
    progress.say(`Writing ${file}…`)
    try {
      await save(await heddle.history.snapshots.results(id, { format }, { signal }), file, signal)
      counts.written += 1
    } catch (error) {
      // Its retention has ended since it was listed.
      if (!(error instanceof HeddleError && error.status === NOT_FOUND)) throw error
      counts.gone += 1
    }
  }
  progress.end()
  return counts
}

/** No colons: Windows allows none. The id tells apart what was captured at once on several connections. */
const fileName = (instant: string, id: string): string => `${instant.replaceAll(':', '-')}-${id.slice(0, 8)}`

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Under its name only once it is whole: half a file would count as one that is there. */
async function save({ body }: Download, file: string, signal: AbortSignal): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(part), {
      signal,
    })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
