import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CompareReply, Heddle } from '@heddle/client'
import { collect, readCount, time, variableOption, type Work, working } from '../command.ts'
import { printFile, requireFile } from '../print-rows.ts'
import { requireVariables } from '../variables.ts'
import { connectionNamed, queryNamed } from '../find.ts'
import { difference } from '../output/difference.ts'
import { plainValue } from '../output/table.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { captureOrTell } from '../left-capture.ts'
import { takeFirst } from '../take-first.ts'

const EXPORTS = ['csv', 'ndjson', 'parquet'] as const
const KINDS = ['added', 'removed', 'changed', 'any'] as const
type CompareOptions = {
  readonly live?: true
  readonly at?: readonly string[]
  readonly key?: readonly string[]
  readonly ignore?: readonly string[]
  readonly failOn?: readonly string[]
  readonly blame?: true
  readonly limit: number
  readonly export?: (typeof EXPORTS)[number]
}

/** Snapshots: capture, list, compare, and the history of one object. */
export function addSnapshots(program: Command, terminal: Terminal): void {
  addCapture(program, terminal)
  addSnapshotList(program, terminal)
  addCompare(program, terminal)
  addTimeline(program, terminal)
}

function addCapture(program: Command, terminal: Terminal): void {
  program
    .command('capture')
    .argument('<query>', 'name or id')
    .description('run a query and keep its rows as a snapshot')
    .addOption(variableOption())
    .option('-c, --connection <connection>', 'another connection, by name or id')
    .option('-m, --annotation <text>', 'what to remember about it')
    .action(
      working(
        terminal,
        async (
          { heddle, tell, progress },
          wanted: string,
          options: { var?: Record<string, unknown>; connection?: string; annotation?: string },
        ) => {
          const query = await queryNamed(heddle, wanted)
          await requireVariables(heddle, query, options.var)
          progress.say('Capturing…')
          const body = {
            saved_query: query.id,
            ...(options.var && { variables: options.var }),
            ...(options.connection !== undefined && {
              controller_connection: (await connectionNamed(heddle, options.connection)).id,
            }),
            ...(options.annotation !== undefined && { annotation: options.annotation }),
          }
          const capture = () => heddle.history.capture(body, { signal: terminal.signal })
          const snapshot = await captureOrTell({ heddle, terminal, progress }, query, capture)
          await tell(
            `Captured ${snapshot.row_count.toLocaleString('en')} rows as ${snapshot.id}.`,
            withoutRows(snapshot),
          )
        },
      ),
    )
}

function addSnapshotList(program: Command, terminal: Terminal): void {
  program
    .command('snapshots')
    .argument('<query>', 'name or id')
    .description('list the snapshots of a query, newest first')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(terminal, async ({ heddle, list }, wanted: string, { limit }: { limit: number }) => {
        const { id } = await queryNamed(heddle, wanted)
        await list(await takeFirst(heddle.history.snapshots.all({ saved_query: id }), limit), {
          captured: ({ captured_at }) => time(captured_at),
          rows: ({ row_count }) => row_count,
          by: ({ captured_by }) => captured_by,
          note: ({ annotation }) => annotation,
          id: ({ id: snapshot }) => snapshot,
        })
      }),
    )
}

function addCompare(program: Command, terminal: Terminal): void {
  program
    .command('compare')
    .argument('<query-or-snapshot>', 'a query compares its newest two snapshots')
    .argument('[snapshot]', 'the later one')
    .description('show what differs between two snapshots')
    .option('--live', 'compare the newest snapshot with the fabric as it is now')
    .option('--at <instant>', 'of a query: the rows at that time with the newest ones; twice: with each other', collect)
    .option('-k, --key <column>', 'a column that identifies a row, instead of its DN; may be repeated', collect)
    .option('--ignore <column>', 'a column whose changes do not count; may be repeated', collect)
    .option('--blame', 'say who changed each row, by the audit log of the controller')
    .option('--limit <count>', 'at most so many rows of each kind', readCount, 1000)
    .addOption(new Option('--export <format>', 'print every difference in this format').choices([...EXPORTS]))
    .addOption(
      new Option('--fail-on <kinds>', `exit with 1 when there are such differences: ${KINDS.join(', ')}`).argParser(
        readKinds,
      ),
    )
    .action(
      working(terminal, async (work, first: string, second: string | undefined, options: CompareOptions) => {
        const { heddle, print, wantsJson, colour } = work
        const pair = await pairOf(heddle, first, second, options)
        if (options.export !== undefined) {
          await printDifferences(work, pair, options.export, options)
          return EXIT.ok
        }
        const reply = await heddle.history.compare.create(
          {
            ...pair,
            ...{
              key_fields: options.key?.slice() ?? null,
              ignore_fields: options.ignore?.slice() ?? null,
              limit: options.limit,
            },
            ...(options.blame === true && { blame: true }),
          },
          { signal: terminal.signal },
        )
        await print(wantsJson ? `${JSON.stringify(reply, null, 2)}\n` : difference(reply, colour))
        return isFound(reply, options.failOn ?? []) ? EXIT.found : EXIT.ok
      }),
    )
}

function addTimeline(program: Command, terminal: Terminal): void {
  program
    .command('timeline')
    .argument('<query>', 'name or id')
    .argument('<dn>')
    .description('show how one object changed from snapshot to snapshot')
    .option('--limit <count>', 'at most so many snapshots', readCount, 20)
    .action(
      working(
        terminal,
        async ({ heddle, print, wantsJson, clock }, wanted: string, dn: string, { limit }: { limit: number }) => {
          const { id } = await queryNamed(heddle, wanted)
          const timeline = await heddle.history.timeline({ saved_query_id: id, dn, limit })
          const at = await clock()
          const lines = timeline.points.map(
            ({ executed_at, present }) => `${at(executed_at)}  ${present ? 'present' : 'absent'}`,
          )
          const changes = timeline.attribute_evolution
            .filter(({ is_stable }) => !is_stable)
            .flatMap(({ attribute, values }) => [
              attribute,
              ...values
                .filter(({ changed }) => changed)
                .map(({ executed_at, value }) => `  ${at(executed_at)}  ${plainValue(value)}`),
            ])
          await print(
            wantsJson
              ? `${JSON.stringify(timeline, null, 2)}\n`
              : `${[...lines, '', ...changes].join('\n').trimEnd()}\n`,
          )
        },
      ),
    )
}

/** All of them, as the server writes them; it keeps nothing of what is compared with now. */
async function printDifferences(
  work: Work,
  { snapshot_a: a, snapshot_b: b }: { readonly snapshot_a: string; readonly snapshot_b: string },
  format: (typeof EXPORTS)[number],
  { key, ignore, live }: CompareOptions,
): Promise<void> {
  if (live) throw new CommandError('--export is for two snapshots: capture first.')
  if (format === 'parquet') requireFile(work, 'send it to a file, with > changes.parquet')
  const fields = { ...(key && { key_fields: key.slice() }), ...(ignore && { ignore_fields: ignore.slice() }) }
  const { signal } = work.terminal
  await printFile(work, await work.heddle.history.compare.export({ a, b, format, ...fields }, { signal }))
}

/** `added,removed`; may be repeated. Not a list of words: it would take the query that follows. */
function readKinds(text: string, before: readonly string[] = []): readonly string[] {
  const kinds = text.split(',')
  const unknown = kinds.find((kind) => !KINDS.some((known) => known === kind))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no "${unknown}": expected ${KINDS.join(', ')}.`)
  return [...before, ...kinds]
}

const withoutRows = (snapshot: object) =>
  Object.fromEntries(Object.entries(snapshot).filter(([name]) => name !== 'rows'))

/** Two snapshots, or the newest ones of a query. */
async function pairOf(
  heddle: Heddle,
  first: string,
  second: string | undefined,
  { live, at }: Pick<CompareOptions, 'live' | 'at'>,
) {
  const isLive = live === true
  if (at !== undefined) return pairAt(heddle, first, at, isLive)
  if (second !== undefined) return { snapshot_a: first, snapshot_b: second }
  const query = await queryNamed(heddle, first).catch(() => undefined)
  if (query === undefined) {
    if (isLive) return { snapshot_a: first, snapshot_b: 'live' }
    throw new CommandError(`"${first}" is no saved query: give two snapshots, or one with --live.`)
  }
  const [newest, before] = await takeFirst(heddle.history.snapshots.all({ saved_query: query.id }), 2)
  if (newest && isLive) return { snapshot_a: newest.id, snapshot_b: 'live' }
  if (newest && before) return { snapshot_a: before.id, snapshot_b: newest.id }
  throw new CommandError(
    `"${query.name}" has ${newest ? 'only one snapshot' : 'no snapshots'}: run \`heddle capture\` first.`,
  )
}

/** What a query had at one time and at another, or has now. */
async function pairAt(heddle: Heddle, wanted: string, at: readonly string[], isLive: boolean) {
  const [from, to, ...more] = at
  if (more.length > 0 || (to !== undefined && isLive))
    throw new CommandError('--at takes one instant, or two without --live.')
  const { id, name } = await queryNamed(heddle, wanted)
  const snapshotAt = async (instant: string) =>
    (await heddle.history.at({ saved_query: id, at: instant, page_size: 1 })).snapshot
  const newest = async (): Promise<string> => {
    const [snapshot] = await takeFirst(heddle.history.snapshots.all({ saved_query: id }), 1)
    if (!snapshot) throw new CommandError(`"${name}" has no snapshots: run \`heddle capture\` first.`)
    return snapshot.id
  }
  return {
    snapshot_a: await snapshotAt(from!),
    snapshot_b: to !== undefined ? await snapshotAt(to) : isLive ? 'live' : await newest(),
  }
}

const isFound = ({ summary }: CompareReply, kinds: readonly string[]): boolean =>
  (['added', 'removed', 'changed'] as const).some(
    (kind) => summary[kind] > 0 && (kinds.includes(kind) || kinds.includes('any')),
  )
