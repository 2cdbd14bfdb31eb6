import { type Command, InvalidArgumentError, Option } from 'commander'
import { once } from 'node:events'
import { createProgress } from './output/progress.ts'
import { type RowFormat, ROW_FORMATS } from './output/rows.ts'
import { table } from './output/table.ts'
import { openSession, type CommandSession } from './session.ts'
import { EXIT, type Terminal } from './terminal.ts'

/** What every command works with. */
export type Work = Pick<CommandSession, 'heddle' | 'context' | 'name'> & {
  readonly terminal: Terminal
  readonly wantsJson: boolean
  readonly colour: boolean
  readonly progress: ReturnType<typeof createProgress>
  readonly print: (text: string) => Promise<void>
  /** A list: a table for people, or JSON with everything. */
  readonly list: <Item extends object>(
    items: readonly Item[],
    columns: Readonly<Record<string, (item: Item) => unknown>>,
  ) => Promise<void>
  /** The result of an action: a sentence for people, or JSON. */
  readonly tell: (sentence: string, result: unknown) => Promise<void>
}

type Global = { readonly context?: string; readonly json?: true }

/** Runs the work of a command that needs a server, and remembers the exit code it returns. */
export function working<Given extends readonly unknown[]>(
  terminal: Terminal,
  work: (tools: Work, ...given: Given) => Promise<number | void>,
) {
  // Commander passes the arguments, then the options, then the command.
  return async (...all: [...Given, ...unknown[]]): Promise<void> => {
    const command = all.at(-1) as Command
    const { context, json } = command.optsWithGlobals<Global>()
    const session = await openSession(terminal, context)
    const progress = createProgress(terminal)
    try {
      const given = all.slice(0, -1) as unknown as Given
      exitCodes.set(terminal, (await work(toolsOf(terminal, session, json === true, progress), ...given)) ?? EXIT.ok)
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
  wantsJson: boolean,
  progress: Work['progress'],
): Work {
  const print = (text: string) => printTo(terminal, text)
  const printJson = (value: unknown) => print(`${JSON.stringify(value, null, 2)}\n`)
  return {
    ...{ heddle, context, name, terminal, wantsJson, progress, print },
    colour: terminal.stdout.isTTY === true && terminal.env.NO_COLOR === undefined,
    list: (items, columns) => {
      if (wantsJson) return printJson(items)
      return print(
        table(
          Object.keys(columns),
          items.map((item) => Object.values(columns).map((cell) => cell(item))),
          widthOf(terminal.stdout),
        ),
      )
    },
    tell: (sentence, result) => (wantsJson ? printJson(result) : print(`${sentence}\n`)),
  }
}

/** How much fits on a line; a pipe takes everything. */
export const widthOf = ({ isTTY, columns }: Terminal['stdout']): number => (isTTY === true ? (columns ?? 80) : Infinity)

/** Waits while the reader is slower; one that has closed the pipe wants no more. */
export async function printTo({ stdout, signal }: Pick<Terminal, 'stdout' | 'signal'>, text: string): Promise<void> {
  signal.throwIfAborted()
  if (!stdout.write(text)) await once(stdout, 'drain', { signal })
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

/** An instant for people, in UTC and saying so. */
export const time = (instant: string | null | undefined): string =>
  instant == null ? '' : `${instant.slice(0, 19).replace('T', ' ')}Z`

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
