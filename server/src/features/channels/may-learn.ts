import type { Executor } from '../../adapters/database/database.ts'
import { isAllowed, may, permissionsOf } from '../../kernel/access.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { UsersService } from '../users/index.ts'
import type { ChannelRow, Subject } from './channels.tables.ts'
import {
  doAllMembersHold,
  isCheckSeen,
  isOfAdministrators,
  isRequestOfGroup,
  isRequestSeen,
  isTaskGranted,
  isTaskSeen,
} from './takers.store.ts'

const TASKS = may('queries.view_scheduledtask', 'queries.view_savedquery')
const REQUESTS = may('automation.view_request')
const DECISIONS = may('automation.view_request', 'automation.approve_request')
const CONNECTIONS = may('controller.view_connection')
const QUERIES = may('queries.view_savedquery')

type PermissionRule = Parameters<typeof permissionsOf>[0]
type Owner = Pick<ChannelRow, 'ownerId' | 'groupId'>
type Owners = Pick<UsersService, 'actor'>

/** Whether the owner of a channel may see now what an occurrence is about. One who may not sign in sees nothing. */
export async function mayLearn(
  users: Owners,
  tx: Executor,
  { ownerId, groupId }: Owner,
  subject: Subject,
): Promise<boolean> {
  if (ownerId !== null) {
    const actor = await users.actor(ownerId, tx)
    return actor !== undefined && personMayLearn(tx, actor, subject)
  }
  return groupMayLearn(tx, groupId!, subject)
}

async function personMayLearn(tx: Executor, actor: Actor, { kind, id }: Subject): Promise<boolean> {
  switch (kind) {
    case 'task':
      return isAllowed(TASKS, actor) && isTaskSeen(tx, actor, id)
    case 'request':
      return isAllowed(REQUESTS, actor) && isRequestSeen(tx, actor, id, { ofOthers: false })
    case 'waiting_request':
      return isAllowed(DECISIONS, actor) && isRequestSeen(tx, actor, id, { ofOthers: true })
    case 'connection':
      return isAllowed(CONNECTIONS, actor)
    case 'query':
      return isAllowed(QUERIES, actor)
    case 'check':
      return isAllowed(QUERIES, actor) && isCheckSeen(tx, actor, id)
    case 'nothing':
      return true
  }
}

/** A group sees what each of its members does because of the group: not what is somebody's own. */
async function groupMayLearn(tx: Executor, groupId: number, { kind, id }: Subject): Promise<boolean> {
  const allMay = (access: PermissionRule): Promise<boolean> => doAllMembersHold(tx, groupId, permissionsOf(access))
  switch (kind) {
    case 'task':
      return (await isTaskGranted(tx, groupId, id)) && allMay(TASKS)
    case 'request':
    case 'waiting_request':
      return (await isRequestOfGroup(tx, groupId, id)) && allMay(DECISIONS)
    case 'connection':
      return allMay(CONNECTIONS)
    case 'query':
      return allMay(QUERIES)
    case 'check':
      return isOfAdministrators(tx, groupId)
    case 'nothing':
      return true
  }
}
