import type { Command } from 'commander'
import type { Heddle } from '@heddle/client'
import { openSession } from './session.ts'
import type { Terminal } from './terminal.ts'

type Listed = Promise<{ readonly results: readonly { readonly name: string }[] }>
type Kind = 'query' | 'connection' | 'task' | 'change' | 'template' | 'pack'

const MOST = 100
/** A shell that waits for longer feels broken. */
const PATIENCE_MS = 2_000

const SEARCHES: Readonly<Record<Kind, (heddle: Heddle, search: string, signal: AbortSignal) => Listed>> = {
  query: ({ queries }, search, signal) => queries.savedQueries.list({ search, page_size: MOST }, { signal }),
  connection: ({ controller }, search, signal) => controller.connections.list({ search, page_size: MOST }, { signal }),
  task: ({ queries }, search, signal) => queries.scheduledTasks.list({ search, page_size: MOST }, { signal }),
  change: ({ history }, search, signal) => history.changeWindows({ search, page_size: MOST }, { signal }),
  template: ({ automation }, search, signal) => automation.templates.list({ search, page_size: MOST }, { signal }),
  pack: ({ packs }, _, signal) => packs.list({ page_size: MOST }, { signal }),
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ query: 'query', queries: 'query', 'query-or-snapshot': 'query' },
  ...{ connection: 'connection', connections: 'connection' },
  ...{ task: 'task', change: 'change', template: 'template' },
}

/** The names on the server that the last word may become. Who is not signed in, or not connected, gets none. */
export async function nameCompletions(
  terminal: Terminal,
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const kind = kindOf(program, words)
  if (kind === undefined) return []
  const typed = unquoted(words.at(-1) ?? '')
  const { context } = program.opts<{ context?: string }>()
  try {
    const { heddle, saved } = await openSession(terminal, context)
    const { results } = await SEARCHES[kind](heddle, typed, AbortSignal.timeout(PATIENCE_MS))
    await saved()
    return results.map(({ name }) => name).filter((name) => name.startsWith(typed) && !/[\r\n]/.test(name))
  } catch {
    // A shell has no place for a message.
    return []
  }
}

/** What the last word names: the value of the option before it, or the next argument of the command. */
function kindOf(program: Command, words: readonly string[]): Kind | undefined {
  let command = program
  let place = 0
  let isValue = false
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    const option = word.startsWith('-') ? optionOf(command, program, word) : undefined
    if (isValue) isValue = false
    else if (option) isValue = option.required || option.optional
    else if (next) command = next
    else if (!word.startsWith('-')) place += 1
  }
  const [last = '', current = ''] = [words.at(-2), words.at(-1)]
  if (current.startsWith('-')) return undefined
  if (isValue) return KINDS[valueName(optionOf(command, program, last)?.flags ?? '')]
  const argument = command.registeredArguments[place] ?? command.registeredArguments.findLast((one) => one.variadic)
  if (command.parent?.name() === 'pack' && ['run', 'remove'].includes(command.name())) return 'pack'
  return argument && KINDS[argument.name()]
}

const optionOf = (command: Command, program: Command, word: string) =>
  [...command.options, ...program.options].find(({ short, long }) => word === short || word === long)

/** `-c, --connection <connection>` takes a connection. */
const valueName = (flags: string): string => /<([a-z-]+)(\.\.\.)?>/.exec(flags)?.[1] ?? ''

/** Shells pass a word as it is typed: behind a quote, or with backslashes. */
const unquoted = (word: string): string => word.replace(/^["']/, '').replaceAll(/\\(.)/g, '$1')
