import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { objectPath } from '@heddle/domain/objects/object-path.ts'
import { pointedBy, pointsTo, relationClassesOf, relationEnd } from '@heddle/domain/objects/object-relations.ts'
import { type ObjectRequest, type Block, failedBlock } from './asking.ts'

/** Children of one answer; only their names are read. */
const MOST_CHILDREN = 1_000
/** Classes that are counted one by one if there are more children. */
const MOST_COUNTED = 12
const MOST_RELATIONS = 200
/** In one request, whose line is limited. */
const MOST_CLASSES = 60

const childrenOf = (dn: string, classes: readonly string[] = []): ControllerQuery => ({
  target: { kind: 'mo', dn },
  query_target: 'children',
  ...(classes.length > 0 && { target_classes: classes }),
})

/** The classes that the model cannot tell are asked for. */
export async function readPath({ reader, graph, object, signal }: ObjectRequest): Promise<Block> {
  const path = await Promise.all(
    objectPath(graph, object.dn, object.class_name).map(async ({ dn, class_name }) => {
      if (class_name !== null) return { dn, class_name }
      const query: ControllerQuery = { target: { kind: 'mo', dn }, naming_only: true }
      const read = await reader.page(query, { size: 1, signal })
      return { dn, class_name: read.ok ? (read.objects[0]?.class_name ?? null) : null }
    }),
  )
  return { shown: { path } }
}

export async function readChildren(asking: ObjectRequest): Promise<Block> {
  const read = await readNames(asking)
  if (!read.ok) return failedBlock('children', read.failure)
  const counts = new Map<string, number>()
  for (const { class_name } of read.objects) counts.set(class_name, (counts.get(class_name) ?? 0) + 1)
  const names = [...counts.keys()].sort()
  const isCut = read.total > read.objects.length
  const children = await Promise.all(
    names.map(async (class_name, index) => {
      const counted = counts.get(class_name)!
      if (!isCut || index >= MOST_COUNTED) return { class_name, count: counted, is_exact: !isCut }
      const { reader, object, signal } = asking
      const answer = await reader.count(childrenOf(object.dn, [class_name]), { signal })
      return { class_name, count: answer.ok ? answer.count : counted, is_exact: answer.ok }
    }),
  )
  return { shown: { children }, isCut: children.reduce((sum, { count }) => sum + count, 0) < read.total }
}

const readNames = ({ reader, object, signal }: ObjectRequest) =>
  reader.page({ ...childrenOf(object.dn), naming_only: true }, { size: MOST_CHILDREN, signal })

/** Relation objects are children: those that point elsewhere, and those that the controller keeps at the target. */
export async function readRelations(asking: ObjectRequest, block: 'points_to' | 'pointed_by'): Promise<Block> {
  const { reader, graph, object, signal } = asking
  const names = await readNames(asking)
  if (!names.ok) return failedBlock(block, names.failure)
  const end = block === 'points_to' ? 'source' : 'target'
  const seen = names.objects.map(({ class_name }) => class_name)
  const possible = names.total > names.objects.length ? relationClassesOf(graph, object.class_name) : []
  const all = [...new Set([...seen, ...possible])].filter((name) => relationEnd(graph, name) === end).sort()
  const classes = all.slice(0, MOST_CLASSES)
  const read =
    classes.length === 0
      ? ({ ok: true, total: 0, objects: [] } as const)
      : await reader.page(childrenOf(object.dn, classes), { size: MOST_RELATIONS, signal })
  if (!read.ok) return failedBlock(block, read.failure)
  const shown =
    block === 'points_to' ? { points_to: [...pointsTo(read.objects)] } : { pointed_by: [...pointedBy(read.objects)] }
  return { shown, isCut: read.total > read.objects.length || all.length > classes.length }
}
