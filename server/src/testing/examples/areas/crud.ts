import type { World } from '../start-world.ts'

type Bodies = {
  readonly create: object
  readonly replace?: object
  readonly change: object
  /** The query of the list. */
  readonly list?: Readonly<Record<string, unknown>>
  readonly refused?: object
  readonly force?: boolean
  /** Whether to create it twice changes it instead. */
  readonly createsOnce?: boolean
}

/** The usual operations of a resource, on one object that is deleted in the end. */
export async function crudExamples({ example, also, refused }: World, path: string, bodies: Bodies): Promise<void> {
  const one = `${path}:id/`
  const { id } = await example(`POST ${path}`, { body: bodies.create })
  if (bodies.createsOnce) await also(`POST ${path}`, { body: bodies.create })
  if (bodies.refused) await refused(`POST ${path}`, { body: bodies.refused })
  const params = { id }
  await example(`GET ${path}`, { query: bodies.list ?? {} })
  await example(`GET ${one}`, { params })
  if (bodies.replace) await example(`PUT ${one}`, { params, body: bodies.replace })
  await example(`PATCH ${one}`, { params, body: bodies.change })
  await example(`DELETE ${one}`, { params, ...(bodies.force && { query: { force: true } }) })
}
