import type { ClassObjects, ObjectBlock, ObjectView } from '@heddle/contract/objects.ts'
import type { ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { ClassGraph } from '@heddle/domain/mim/graph/class-graph.ts'
import { objectProperties } from '@heddle/domain/objects/object-properties.ts'
import { BadGateway, NotFound, orNotFound } from '../../kernel/errors.ts'
import { type ObjectRequest, type Block, type ObjectParts, unreadableBlock } from './asking.ts'
import { readAudit, readFaults } from './object-records.ts'
import { readCaptures } from './object-captures.ts'
import { readChildren, readPath, readRelations } from './object-tree.ts'

export type ObjectsService = {
  /** Unknown connections and objects are a 404; a controller that cannot be asked is a 502. */
  readonly view: (
    connection: string,
    dn: string,
    blocks: readonly ObjectBlock[],
    signal: AbortSignal,
  ) => Promise<ObjectView>
  /** The first objects of a class, by DN. Refuses as `view` does. */
  readonly ofClass: (
    connection: string,
    order: { readonly class_name: string; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<ClassObjects>
}

export const createObjectsService = (parts: ObjectParts): ObjectsService => ({
  view: (connection, dn, blocks, signal) => viewObject(parts, { connection, dn, blocks, signal }),
  ofClass: async (connection, { class_name, limit }, signal) => {
    const reader = orNotFound(await parts.connections.reader(connection))
    const found = await reader.page(
      { target: { kind: 'class', class_name }, order_by: class_name },
      { size: limit, signal },
    )
    if (!found.ok && NO_SUCH_DN.has(found.failure.reason))
      throw new NotFound(`The controller does not know the class ${class_name}.`)
    if (!found.ok) throw new BadGateway(found.failure.message, { reason: found.failure.reason })
    const graph = parts.graph()
    const objects = found.objects.map((object) =>
      Object.fromEntries(propertiesOf(graph, object).map(({ name, value }) => [name, value])),
    )
    return { class_name, total: found.total, objects, asked: [...reader.asked()] }
  },
})

/** How a controller refuses a DN whose parts it does not know. */
const NO_SUCH_DN: ReadonlySet<string> = new Set(['unknown_class', 'bad_filter'])

type Order = {
  readonly connection: string
  readonly dn: string
  readonly blocks: readonly ObjectBlock[]
  readonly signal: AbortSignal
}

async function viewObject(parts: ObjectParts, { connection, dn, blocks, signal }: Order): Promise<ObjectView> {
  const reader = orNotFound(await parts.connections.reader(connection))
  const found = await reader.page({ target: { kind: 'mo', dn } }, { size: 1, signal })
  if (!found.ok && !NO_SUCH_DN.has(found.failure.reason))
    throw new BadGateway(found.failure.message, { reason: found.failure.reason })
  const object = found.ok ? found.objects[0] : undefined
  if (object === undefined) throw new NotFound(`There is no object ${dn}.`)
  const graph = parts.graph()
  const id = graph?.find(object.class_name)
  const asking: ObjectRequest = { reader, graph, object, signal, connection }
  const read = await Promise.all(blocks.map((block) => readBlock(parts, asking, block)))
  return {
    dn,
    class_name: object.class_name,
    label: id === undefined ? object.class_name : graph!.displayName(id),
    ...read.reduce<Partial<ObjectView>>((all, { shown }) => ({ ...all, ...shown }), {}),
    more: blocks.filter((_, index) => read[index]!.isCut),
    problems: read.flatMap(({ problem }) => (problem ? [problem] : [])),
    asked: [...new Set(reader.asked())],
  }
}

async function readBlock(parts: ObjectParts, asking: ObjectRequest, block: ObjectBlock): Promise<Block> {
  const { graph, object } = asking
  switch (block) {
    case 'properties':
      return { shown: { properties: [...propertiesOf(graph, object)] } }
    case 'path':
      return readPath(asking)
    case 'children':
      return readChildren(asking)
    case 'points_to':
    case 'pointed_by':
      return readRelations(asking, block)
    case 'faults':
      return readFaults(asking)
    case 'audit':
      return readAudit(asking)
    case 'captures':
      return readCaptures(parts, asking).catch((error: unknown) => unreadableBlock(block, error))
  }
}

const propertiesOf = (graph: ClassGraph | undefined, { class_name, attributes }: ManagedObject) =>
  objectProperties(graph, class_name, attributes)
