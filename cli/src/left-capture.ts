import { setTimeout as pause } from 'node:timers/promises'
import type { Heddle, Snapshot } from '@heddle/client'
import type { Work } from './command.ts'

type Query = { readonly id: string; readonly name: string }

/** The server takes a moment to notice that nobody waits, and stores nothing after that. */
const NOTICES_MS = 1_000

/**
 * Captures, and says after Ctrl-C what became of it: the server gives up a capture whose client has left, unless it
 * was complete already.
 */
export async function captureOrTell(
  { heddle, terminal, progress }: Pick<Work, 'heddle' | 'terminal' | 'progress'>,
  query: Query,
  capture: () => Promise<Snapshot>,
): Promise<Snapshot> {
  const before = newest(heddle, query)
  try {
    return await capture()
  } catch (error) {
    progress.end()
    if (terminal.signal.aborted) terminal.stderr.write(`${await whatBecame(heddle, query, await before)}\n`)
    throw error
  }
}

/** Null: there is none; undefined: nobody knows. */
type Newest = string | null | undefined

const newest = ({ history }: Heddle, { id }: Query): Promise<Newest> =>
  history.snapshots.list({ saved_query: id, page_size: 1 }).then(
    ({ results }) => results[0]?.id ?? null,
    () => undefined,
  )

async function whatBecame(heddle: Heddle, query: Query, before: Newest): Promise<string> {
  await pause(NOTICES_MS)
  const after = before === undefined ? undefined : await newest(heddle, query)
  if (after === undefined)
    return `The server gives up a capture that nobody waits for, unless it was complete: see \`heddle snapshots "${query.name}"\`.`
  if (after === before || after === null) return 'Nothing was captured: the server gave the capture up.'
  return `It was captured all the same, as ${after}: \`heddle snapshots "${query.name}"\` shows it.`
}
