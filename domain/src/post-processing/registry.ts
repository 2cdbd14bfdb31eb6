import { compute } from './compute.ts'
import { distinct } from './distinct.ts'
import { explode } from './explode.ts'
import { extract } from './extract.ts'
import { fill } from './fill.ts'
import { filter } from './filter.ts'
import { group } from './group.ts'
import { limit } from './limit.ts'
import { lookup } from './lookup.ts'
import { pivot } from './pivot.ts'
import type { PostProcessor } from './post-processor.ts'
import { rank } from './rank.ts'
import { rename } from './rename.ts'
import { select } from './select.ts'
import { sort } from './sort.ts'
import { splitDnStep } from './split-dn.ts'

/** In the order of the documentation. */
const PROCESSORS = [
  filter,
  select,
  rename,
  compute,
  sort,
  rank,
  limit,
  distinct,
  group,
  explode,
  extract,
  splitDnStep,
  lookup,
  pivot,
  fill,
]

const BY_TYPE: ReadonlyMap<string, PostProcessor> = new Map(PROCESSORS.map((processor) => [processor.type, processor]))

export const POST_PROCESSOR_TYPES: readonly string[] = PROCESSORS.map(({ type }) => type)

/** The post-processor of a type. Only pass it a configuration that its schema accepts. */
export function findPostProcessor(type: string): PostProcessor | undefined {
  return BY_TYPE.get(type)
}
