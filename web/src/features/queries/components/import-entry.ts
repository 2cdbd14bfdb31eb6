import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import type { Imported } from './read-import.ts'

/** What the user says instead of the file. */
export type ChosenForImport = { readonly name?: string; readonly category?: string; readonly connection?: string }

export const NOWHERE = 'none'

type Connection = Pick<Wire.ControllerConnection, 'name' | 'is_default'>

/** A saved query of a file, as the server takes it. */
export type ImportEntry = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly category: string | null
  readonly controller_connection: string | undefined
}

/** The user's choice, else the file's, else where the list is and the default connection. */
export function entryOf(
  query: Extract<Imported, { kind: 'query' }>['query'],
  chosen: ChosenForImport,
  { category, connections }: { readonly category: string | undefined; readonly connections: readonly Connection[] },
): ImportEntry {
  const fromFile = typeof query.category === 'string' ? query.category : undefined
  const wanted = chosen.category ?? fromFile ?? category ?? NOWHERE
  const named = typeof query.controller_connection === 'string' ? query.controller_connection : undefined
  const usual =
    connections.find(({ is_default }) => is_default) ?? (connections.length === 1 ? connections[0] : undefined)
  return {
    ...query,
    name: chosen.name ?? query.name,
    category: wanted === NOWHERE ? null : wanted,
    controller_connection: chosen.connection ?? named ?? usual?.name,
  }
}

/** Known before the server is asked; without the right to read connections it is the one to ask. */
export const missingConnection = (
  { controller_connection: name }: ImportEntry,
  connections: readonly Connection[],
): readonly string[] =>
  name === undefined || connections.length === 0 || connections.some((one) => one.name === name)
    ? []
    : [words.import.noConnection(name)]
