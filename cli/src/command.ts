import { type Command, InvalidArgumentError, Option } from 'commander'
import { once } from 'node:events'
import { chooseColumns } from './output/choose-columns.ts'
import { createProgress } from './output/progress.ts'
import { inZone, Instant, knownZone } from './output/instants.ts'
import { type RowFormat, ROW_FORMATS } from './output/rows.ts'
import { table } from './output/table.ts'
import type { Template } from './output/template.ts'
import { openSession, type CommandSession } from './session.ts'
import { EXIT, type Terminal } from './terminal.ts'

/** What every command works with. */
export type Work = Pick<CommandSession, 'heddle' | 'context' | 'name'> & {
  readonly terminal: Terminal
  readonly wantsJson: boolean
  readonly colour: boolean
  readonly progress: ReturnType<typeof createProgress>
  readonly print: (piece: string | Uint8Array) => Promise<void>
  /** Only these columns of lists and rows; undefined for the usual ones. */
  readonly columns: readonly string[] | undefined
  /** Whether lists show all fields. */
  readonly isWide: boolean
  /** Prints each item in words of the user. */
  readonly template: Template | undefined
  /** Writes instants in the time zone of the profile, and names it. */
  readonly clock: () => Promise<(instant: string | null | undefined) => string>
  /** Most characters of a line. */
  readonly width: number
  /** A list: a table for people, or JSON with everything. */
  readonly list: <Item extends object>(
    items: readonly Item[],
    columns: Readonly<Record<string, (item: Item) => unknown>>,
  ) => Promise<void>
  /** The result of an action: a sentence for people, or JSON. */
  readonly tell: (sentence: string, result: unknown) => Promise<void>
}

/** How results are printed. */
export type OutputKind = 'wide' | 'json' | Template

type Global = {
  readonly context?: string
  readonly json?: true
  readonly output?: OutputKind
  readonly columns?: readonly string[]
}

/** Runs the work of a command that needs a server, and remembers the exit code it returns. */
export function working<Given extends readonly unknown[]>(
  terminal: Terminal,
  work: (tools: Work, ...given: Given) => Promise<number | void>,
) {
  // Commander passes the arguments, then the options, then the command.
  return async (...all: [...Given, ...unknown[]]): Promise<void> => {
    const command = all.at(-1) as Command
    const given = command.optsWithGlobals<Global>()
    const session = await openSession(terminal, given.context)
    const progress = createProgress(terminal)
    try {
      const words = all.slice(0, -1) as unknown as Given
      exitCodes.set(terminal, (await work(toolsOf(terminal, session, given, progress), ...words)) ?? EXIT.ok)
    } finally {
      progress.end()
      await session.saved()
    }
  }
}

/** The exit code of the last command, by terminal. */
export const exitCodes = new WeakMap<Terminal, number>()

function toolsOf(
  terminal: Terminal,
  { heddle, context, name }: CommandSession,
  { json, output, columns: names }: Global,
  progress: Work['progress'],
): Work {
  const wantsJson = json === true || output === 'json'
  const isWide = output === 'wide'
  const template = typeof output === 'function' ? output : undefined
  const zone = memo(() => zoneOf(heddle))
  const width = isWide ? Infinity : widthOf(terminal.stdout)
  const print = (piece: string | Uint8Array) => printTo(terminal, piece)
  const printJson = (value: unknown) => print(`${JSON.stringify(value, null, 2)}\n`)
  return {
    ...{ heddle, context, name, terminal, wantsJson, progress, print, width, columns: names, isWide, template },
    clock: async () => {
      const own = await zone()
      const named = own === 'UTC' ? '' : ` (${own})`
      return (instant) => (instant == null ? '' : `${inZone(new Instant(instant), own)}${named}`)
    },
    colour: terminal.stdout.isTTY === true && terminal.env.NO_COLOR === undefined,
    list: async (items, columns) => {
      if (wantsJson) return printJson(items)
      if (template) return print(items.map((item) => `${template(item)}\n`).join(''))
      const chosen = chooseColumns(items, columns, { names, isWide })
      const cells = items.map((item) => Object.values(chosen).map((cell) => cell(item)))
      return print(await tableOfTimes(Object.keys(chosen), cells, width, zone))
    },
    tell: (sentence, result) => (wantsJson ? printJson(result) : print(`${template ? template(result) : sentence}\n`)),
  }
}

/** A table whose instants are in a zone, which the heading names. */
async function tableOfTimes(
  columns: readonly string[],
  cells: readonly (readonly unknown[])[],
  width: number,
  zone: () => Promise<string>,
): Promise<string> {
  const isTime = columns.map((_, index) => cells.some((row) => row[index] instanceof Instant))
  if (!isTime.includes(true)) return table(columns, cells, width)
  const own = await zone()
  const heads = columns.map((name, index) => (isTime[index] && own !== 'UTC' ? `${name} (${own})` : name))
  const shown = cells.map((row) => row.map((cell) => (cell instanceof Instant ? inZone(cell, own) : cell)))
  return table(heads, shown, width)
}

/** UTC for those whose token may not read the profile. */
const zoneOf = (heddle: Work['heddle']): Promise<string> =>
  heddle.auth.preferences.get().then(
    ({ timezone }) => knownZone(timezone),
    () => 'UTC',
  )

function memo<T>(work: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= work())
}

/** How much fits on a line; a pipe takes everything. */
const widthOf = ({ isTTY, columns }: Terminal['stdout']): number => (isTTY === true ? (columns ?? 80) : Infinity)

/** Waits while the reader is slower; one that has closed the pipe wants no more. */
export async function printTo(
  { stdout, signal }: Pick<Terminal, 'stdout' | 'signal'>,
  piece: string | Uint8Array,
): Promise<void> {
  signal.throwIfAborted()
  if (!stdout.write(piece)) await once(stdout, 'drain', { signal })
}

/** `name=value`, as often as wanted. */
export function readVariable(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected name=value.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** An instant for people. */
export const time = (instant: string | null | undefined): Instant | '' => (instant == null ? '' : new Instant(instant))

/** An option that may be repeated. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

export function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

export const formatOption = () =>
  new Option('-f, --format <format>', 'how to print rows')
    .choices([...ROW_FORMATS])
    .default('table' satisfies RowFormat)

export const variableOption = () =>
  new Option('--var <name=value>', 'a value for {{name}}; may be repeated').argParser(readVariable)

/** `name,rows,id` */
export function readColumns(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Expected names with commas between them.')
  return names
}
