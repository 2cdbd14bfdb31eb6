import type { SavedQueryPatch } from '@heddle/contract/queries.ts'
import { canvasSizeFault } from '@heddle/domain/canvas/budget.ts'
import { checkShape } from '@heddle/domain/canvas/check-shape.ts'
import { type ExpectFaults, readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { reasonFault } from '@heddle/domain/expectation/reason-text.ts'
import { whenFault } from '@heddle/domain/expectation/when.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { CANVAS_PARTS } from './canvas-parts.ts'
import { queryCategoryExists } from './query-categories.store.ts'
import { type QueryRow, queryExists } from './saved-queries.store.ts'

/** Whether a controller connection with this id exists. */
export type ConnectionExists = (db: Executor, id: string) => Promise<boolean>

/** What a query was before. It may keep what it may not be given. */
export type KeptQuery = Partial<
  Pick<QueryRow, 'id' | 'controllerConnectionId' | 'nodes' | 'edges' | 'postProcessors' | 'parameters' | 'when'>
>

const NONE: ReadonlySet<string> = new Set()

/** Throws all errors at once. */
export async function checkBody(
  tx: Executor,
  connectionExists: ConnectionExists,
  body: SavedQueryPatch,
  kept?: KeptQuery,
): Promise<void> {
  const faults = await faultsOfBody(tx, connectionExists, body, kept)
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
}

/**
 * What is wrong with canvas shape and size, category, connection, expectation and parameters. A query may keep a
 * connection that was deleted, and a canvas from before there was a limit. `coming` are queries that the transaction
 * will still create.
 */
export async function faultsOfBody(
  tx: Executor,
  connectionExists: ConnectionExists,
  body: SavedQueryPatch,
  kept: KeptQuery = {},
  coming: ReadonlySet<string> = NONE,
): Promise<FieldMessages> {
  return {
    ...checkShape({ nodes: [], edges: [], ...body }),
    ...faultsOfSize(body, kept),
    ...(await faultsOfCategory(tx, body)),
    ...(await faultsOfConnection(tx, connectionExists, body, kept)),
    ...faultsBelow('expect', readExpect(body.expect)),
    ...(await faultsOfParameters(tx, body.parameters ?? [], kept, coming)),
    ...faultsOfGuidance(body, kept),
  }
}

/** A condition may ask for the parameters that the query will have. */
function faultsOfGuidance({ when, reason, parameters }: SavedQueryPatch, kept: KeptQuery): FieldMessages {
  const declared = parameters === undefined ? (kept.parameters ?? []) : readParameters(parameters).parameters
  // Changing only the parameters can also break the condition that there is.
  const condition = when === undefined ? (parameters === undefined ? null : (kept.when ?? null)) : when
  const faults = {
    when: condition === null ? undefined : whenFault(condition, declared),
    reason: reason === undefined ? undefined : reasonFault(reason),
  }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) => (fault === undefined ? [] : [[field, [fault]]])),
  )
}

function faultsOfSize(body: SavedQueryPatch, { nodes, edges, postProcessors }: KeptQuery): FieldMessages {
  if (CANVAS_PARTS.every((part) => body[part] === undefined)) return {}
  const excess = canvasSizeFault({ nodes, edges, post_processors: postProcessors, ...body })
  return excess === undefined ? {} : { non_field_errors: [`${excess}.`] }
}

async function faultsOfCategory(tx: Executor, { category }: SavedQueryPatch): Promise<FieldMessages> {
  if (category == null || (await queryCategoryExists(tx, category))) return {}
  return { category: [`Category ${category} does not exist.`] }
}

async function faultsOfConnection(
  tx: Executor,
  connectionExists: ConnectionExists,
  body: SavedQueryPatch,
  kept: KeptQuery,
): Promise<FieldMessages> {
  const connection = body.controller_connection?.toLowerCase()
  if (connection === undefined || connection === kept.controllerConnectionId) return {}
  return (await connectionExists(tx, connection)) ? {} : { controller_connection: ['This connection does not exist.'] }
}

/** A query may keep taking its choices from one that was deleted, but not start to. */
async function faultsOfParameters(
  tx: Executor,
  wire: readonly unknown[],
  kept: KeptQuery,
  coming: ReadonlySet<string>,
): Promise<FieldMessages> {
  const read = readParameters(wire)
  const faults = faultsBelow('parameters', read)
  if (Object.keys(faults).length > 0) return faults
  const before = new Set(kept.parameters?.map(({ choices_from }) => choices_from?.saved_query))
  for (const [index, { choices_from }] of read.parameters.entries()) {
    if (choices_from === undefined || before.has(choices_from.saved_query)) continue
    if (choices_from.saved_query !== kept.id && coming.has(choices_from.saved_query)) continue
    const fault = await faultOfSource(tx, choices_from.saved_query, kept.id)
    if (fault !== undefined) faults[`parameters.${index}.choices_from.saved_query`] = [fault]
  }
  return faults
}

async function faultOfSource(tx: Executor, source: string, id: string | undefined): Promise<string | undefined> {
  if (source === id) return 'A query cannot be the source of its own choices.'
  return (await queryExists(tx, source)) ? undefined : 'This saved query does not exist.'
}

const faultsBelow = (field: string, { faults }: { readonly faults: ExpectFaults }): FieldMessages =>
  Object.fromEntries(
    Object.entries(faults).map(([path, messages]) => [path === '' ? field : `${field}.${path}`, [...messages]]),
  )
