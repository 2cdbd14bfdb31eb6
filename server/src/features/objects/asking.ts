import type { ObjectBlock, ObjectView } from '@heddle/contract/objects.ts'
import type { ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import type { ClassGraph } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Database } from '../../adapters/database/database.ts'
import { type SnapshotArchive, SnapshotGone } from '../archive/index.ts'
import type { ControllerConnectionsService, ObjectReader } from '../controller-connections/index.ts'

export type ObjectParts = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'reader'>
  readonly archive: Pick<SnapshotArchive, 'find'>
  readonly graph: () => ClassGraph | undefined
}

/** What every block starts from. */
export type ObjectRequest = {
  readonly reader: ObjectReader
  readonly graph: ClassGraph | undefined
  readonly object: ManagedObject
  readonly connection: string
  readonly signal: AbortSignal
}

/** A part of the answer, or why there is none. */
export type Block = {
  readonly shown: Partial<ObjectView>
  readonly isCut?: boolean
  readonly problem?: ObjectView['problems'][number]
}

export const failedBlock = (block: ObjectBlock, { reason, message }: { reason: string; message: string }): Block => ({
  shown: {},
  problem: { block, reason, message },
})

/** A snapshot that was deleted meanwhile; anything else is a fault of ours. */
export function unreadableBlock(block: ObjectBlock, error: unknown): Block {
  if (!(error instanceof SnapshotGone)) throw error
  return failedBlock(block, { reason: 'gone', message: 'A snapshot was deleted while it was being read.' })
}
