import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import {
  type ChangedConnection,
  type ConnectionParts,
  type ConnectionTypes,
  eraseConnection,
  insertConnection,
  updateConnection,
} from './connections.service.ts'

/** Tells other processes; for after the transaction. */
export type Tell = () => Promise<void>

/** Changes of connections within a transaction of the caller, who checks their values before, outside of it. */
export type ManyConnections<T extends ConnectionTypes> = {
  readonly check: (body: Partial<T['patch']>) => Promise<FieldMessages>
  readonly all: (tx: Executor) => Promise<readonly T['visible'][]>
  readonly insert: (tx: Executor, caller: Pick<Caller, 'id'>, body: T['create']) => Promise<Tell>
  /** Refuses what would take the stored secret elsewhere. */
  readonly change: (tx: Executor, id: string, patch: T['patch']) => Promise<Tell>
  readonly remove: (tx: Executor, id: string) => Promise<Tell>
}

/** More than anybody has. */
const MOST = 10_000

export const manyConnections = <T extends ConnectionTypes>(
  { clock, kind }: Pick<ConnectionParts<T>, 'clock' | 'kind'>,
  tell: (id: string, change?: ChangedConnection<T>) => Promise<void>,
): ManyConnections<T> => ({
  check: (body) => kind.checkValues(body),
  all: (tx) => kind.store.read(tx, { where: undefined, orderBy: kind.store.sort([]), limit: MOST, offset: 0 }),
  insert: async (tx, caller, body) => {
    const id = await insertConnection({ clock, kind }, tx, caller, body)
    return () => tell(id)
  },
  change: async (tx, id, patch) => {
    const change = await updateConnection({ clock, kind }, tx, id, patch)
    return () => tell(id, change)
  },
  remove: async (tx, id) => {
    await eraseConnection({ kind }, tx, id)
    return () => tell(id)
  },
})
