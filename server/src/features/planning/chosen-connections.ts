import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { mergedConnectionId } from './merged-connection.ts'

export type ConnectionChoice = Pick<
  ExecuteBody,
  'controller_connection' | 'controller_connections' | 'merge' | 'allow_partial'
>

/** The connections that a run reads. */
export type ChosenConnections = {
  /** Of a merged run, the id that stands for all of them. */
  readonly connection: string
  /** The ids of a merged run, in the order given. */
  readonly merged?: { readonly ids: readonly string[]; readonly allowPartial: boolean } | undefined
}

/** The part of a body that chooses connections. */
export const choiceOf = (body: ConnectionChoice): ConnectionChoice => ({
  controller_connection: body.controller_connection ?? null,
  controller_connections: body.controller_connections ?? null,
  merge: body.merge ?? false,
  allow_partial: body.allow_partial ?? false,
})

/** What is wrong with a choice, whatever connections exist. */
export function choiceFaults({
  controller_connection: one,
  controller_connections: given,
  merge,
  allow_partial,
}: ConnectionChoice): FieldMessages {
  const ids = given?.map((id) => id.toLowerCase())
  const repeated = ids?.filter((id, index) => ids.indexOf(id) !== index) ?? []
  return {
    ...(one != null && ids && { controller_connection: ['Expected either this field or controller_connections.'] }),
    ...(repeated.length > 0 && {
      controller_connections: repeated.map((id) => `${id}: expected each connection once.`),
    }),
    ...(merge === true && !ids && { controller_connections: ['This field is required with "merge": true.'] }),
    ...(merge !== true &&
      ids &&
      ids.length > 1 && { merge: ['Expected true, because there are several connections.'] }),
    ...(allow_partial === true && merge !== true && { allow_partial: ['Expected false without "merge": true.'] }),
  }
}

/** The connections of a choice without faults; that of the query if it names none. */
export function chosenConnections(choice: ConnectionChoice, ofQuery: string): ChosenConnections {
  const ids = choice.controller_connections?.map((id) => id.toLowerCase())
  if (choice.merge === true && ids) return mergedConnections(ids, choice.allow_partial ?? false)
  return { connection: ids?.[0] ?? (choice.controller_connection ?? ofQuery).toLowerCase() }
}

export const mergedConnections = (ids: readonly string[], allowPartial: boolean): ChosenConnections => ({
  connection: mergedConnectionId(ids),
  merged: { ids, allowPartial },
})

/** Messages about connections that a body names but that do not exist. */
export async function missingConnections(
  { controller_connection: one, controller_connections: several }: ConnectionChoice,
  exists: (id: string) => Promise<boolean>,
): Promise<FieldMessages> {
  const isMissing = one != null && !(await exists(one.toLowerCase()))
  const missing: string[] = []
  for (const id of new Set(several?.map((given) => given.toLowerCase()))) if (!(await exists(id))) missing.push(id)
  return {
    ...(isMissing && { controller_connection: ['This connection does not exist.'] }),
    ...(missing.length > 0 && { controller_connections: missing.map((id) => `Connection ${id} does not exist.`) }),
  }
}
