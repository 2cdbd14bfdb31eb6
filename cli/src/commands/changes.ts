import type { Command } from 'commander'
import { setTimeout as pause } from 'node:timers/promises'
import { type Change, type ChangeDetail, HeddleError } from '@heddle/client'
import { readCount, time, type Work, working } from '../command.ts'
import { categoryNamed, changeNamed, connectionNamed, queryNamed } from '../find.ts'
import { printExactly } from '../print-exactly.ts'
import { takeFirst } from '../take-first.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type OpenOptions = {
  readonly connection: string
  readonly query?: readonly string[]
  readonly category?: string
  readonly pack?: string
  readonly note?: string
}

/** Change windows: what is captured and checked before and after, and what differs. */
export function addChanges(program: Command, terminal: Terminal): void {
  const change = program.command('change').description('what a change does: captures and checks before and after it')
  change
    .command('open')
    .argument('<name>', 'of the change')
    .requiredOption('-c, --connection <connection>', 'the fabric that changes, by name or id')
    .option('-q, --query <queries...>', 'what to capture and check, by name or id')
    .option('--category <category>', 'all queries of a folder and those below it, by name or id')
    .option('--pack <pack>', 'the checks of a pack')
    .option('-m, --note <text>', 'such as the number of a ticket')
    .description('capture and check queries before a change')
    .action(working(terminal, openChange))
  change
    .command('close')
    .argument('<change>', 'name or id')
    .description('capture and check them once more, and seal the report; exit with 1 if a check newly fails')
    .action(working(terminal, closeChange))
  change
    .command('list')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .description('list changes, the newest first')
    .action(working(terminal, listChanges))
  change
    .command('report')
    .argument('<change>', 'name or id')
    .option('--html', 'as a page to print')
    .description('print the report of a closed change')
    .action(
      working(terminal, async (work, wanted: string, { html }: { html?: true }) => {
        const { id } = await changeNamed(work.heddle, wanted)
        const report = await work.heddle.history.changes.report(id, { format: html ? 'html' : 'json' })
        await printExactly(work, await report.text())
      }),
    )
}

async function openChange(work: Work, name: string, options: OpenOptions): Promise<number> {
  const { heddle, progress, tell } = work
  const opening = await heddle.history.changes.create({ name, ...(await bodyOf(work, options)) })
  progress.say(`Capturing ${countOf(opening.total)}…`)
  const opened = await settled(work, opening)
  if (opened.status === 'failed') return failed(work, opened)
  await tell(`The change "${name}" is open: ${capturedOf(opened, 'before')}. Its id is ${opened.id}.`, opened)
  return EXIT.ok
}

async function bodyOf({ heddle }: Work, { connection, query = [], category, pack, note }: OpenOptions) {
  if (query.length === 0 && category === undefined && pack === undefined)
    throw new CommandError('Say what to capture: pass --query, --category or --pack.')
  const saved_queries: string[] = []
  for (const wanted of query) saved_queries.push((await queryNamed(heddle, wanted)).id)
  return {
    controller_connection: (await connectionNamed(heddle, connection)).id,
    ...(saved_queries.length > 0 && { saved_queries }),
    ...(category !== undefined && { category: (await categoryNamed(heddle, category)).id }),
    ...(pack !== undefined && { pack }),
    ...(note !== undefined && { note }),
  }
}

async function closeChange(work: Work, wanted: string): Promise<number> {
  const { heddle, progress, tell } = work
  const { id } = await changeNamed(heddle, wanted)
  const closing = await heddle.history.changes.close(id)
  progress.say(`Capturing and comparing ${countOf(closing.total)}…`)
  const closed = await settled(work, closing)
  if (closed.status === 'failed') return failed(work, closed)
  const {
    queries,
    checks,
    requests,
    requests_by_hand: byHand = [],
  } = await (await heddle.history.changes.report(id)).json()
  const rows = { added: 0, removed: 0, changed: 0 }
  for (const { summary } of queries)
    for (const kind of ['added', 'removed', 'changed'] as const) rows[kind] += summary?.[kind] ?? 0
  const newly = checks.filter(({ before, after }) => isFailing(after) && !isFailing(before))
  const lines = [
    `The change "${closed.name}" is closed: ${capturedOf(closed, 'after')}.`,
    `Rows: ${rows.added} added, ${rows.removed} removed, ${rows.changed} changed. Automation requests: ${requests.length}${byHand.length > 0 ? `, and ${byHand.length} with typed rows` : ''}.`,
    newly.length === 0 ? 'No check newly fails.' : `Newly failing: ${newly.map(({ name }) => name).join(', ')}.`,
    `SHA-256 ${closed.sha256 ?? ''}`,
  ]
  await tell(lines.join('\n'), closed)
  return newly.length > 0 ? EXIT.found : EXIT.ok
}

const isFailing = ({ status }: { readonly status: string }): boolean => status === 'failed' || status === 'error'

async function listChanges({ heddle, list }: Work, { limit }: { limit: number }): Promise<void> {
  await list(await takeFirst(heddle.history.changeWindowsAll(), limit), {
    opened: ({ opened_at: at }) => time(at),
    name: ({ name }) => name,
    status: ({ status }) => status,
    by: ({ opened_by: by }) => by,
    connection: ({ controller_connection_name: name }) => name,
    queries: ({ total }) => total,
    id: ({ id }) => id,
  })
}

async function failed({ tell }: Work, change: ChangeDetail): Promise<number> {
  const again = change.can_close ? ` Close it again with \`heddle change close ${change.id}\`.` : ''
  await tell(`The change "${change.name}" failed. ${change.reason ?? ''}${again}`, change)
  return EXIT.refused
}

const countOf = (total: number): string => (total === 1 ? '1 query' : `${total} queries`)

function capturedOf(change: Change, side: 'before' | 'after'): string {
  const { captured = 0, failed: missing = 0 } = change[side] ?? {}
  return missing === 0 ? `${countOf(captured)} captured` : `${countOf(captured)} captured, ${missing} could not be`
}

const POLL_MS = 500
/** A server that restarts, or is replaced by another one, is back within minutes. */
const MOST_UNANSWERED = 60
const LONGEST_POLL_MS = 5_000

/** Waits until a window is open, closed or failed, also while the server restarts. */
async function settled({ heddle, progress, terminal }: Work, begun: ChangeDetail): Promise<ChangeDetail> {
  let [change, unanswered] = [begun, 0]
  while (change.status === 'opening' || change.status === 'closing') {
    await pause(Math.min(POLL_MS * 2 ** unanswered, LONGEST_POLL_MS), undefined, { signal: terminal.signal })
    try {
      change = await heddle.history.changes.get(begun.id)
      unanswered = 0
    } catch (error) {
      if (!isAway(error) || (unanswered += 1) > MOST_UNANSWERED) throw error
    }
  }
  progress.end()
  return change
}

/** The window itself survives the process that answers. */
const isAway = (error: unknown): boolean =>
  error instanceof HeddleError && [0, 429, 502, 503, 504].includes(error.status)
