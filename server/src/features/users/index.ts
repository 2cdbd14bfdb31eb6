import { defineFeature } from '../../platform/feature.ts'
import { auditFeature, notesOn } from '../audit/index.ts'
import { createFirstUser } from './create-first-user.ts'
import { groupRoutes } from './groups.routes.ts'
import { createGroupsService } from './groups.service.ts'
import { createUsersService } from './users.service.ts'

export { laneOfUser, presentCaller } from './callers.presenter.ts'
export { CALLER_COLUMNS, type CallerRow, groupInTurns } from './callers.store.ts'
export { prepareGroups } from './prepare-groups.ts'
export { mailAddressOf } from './mail-address.ts'
export { createGroupsService, type GroupsService, requirePermissions } from './groups.service.ts'
export { deleteOwnerless } from './group-members.ts'
export { followGroups } from './follow-groups.ts'
export { presentScimLink } from './groups.presenter.ts'
export {
  addMembers,
  giveToScim,
  type UserGroupRow,
  groupIdsOf,
  insertGroup,
  lockExistingGroups,
  lockGroup,
  memberIdsOf,
  isMember,
  membershipsOf,
  removeMembers,
  updateGroup,
} from './groups.store.ts'
export { presentProfile, type ProfileCounters } from './users.presenter.ts'
export { type AddressCause, addressChanged } from './users.events.ts'
export { createUsersService, type UsersService } from './users.service.ts'
export {
  type FoundUser,
  lockExistingUsers,
  isPerson,
  lockUserAgainstDeletion,
  touchUsers,
  type UserListFilter,
  type UserRow,
} from './users.store.ts'
export { addressTakeBacks, groupMembers, groups, users } from './users.tables.ts'

export const usersFeature = defineFeature({
  name: 'users',
  needs: { audit: auditFeature },
  create: ({ database, hasher, clock, logger, events, config }, { audit }) => ({
    users: createUsersService({
      database,
      hasher,
      clock,
      audit,
      logger,
      events,
      defaultGroup: config.users.defaultGroup,
    }),
    groups: createGroupsService({ database, audit, clock, note: notesOn(audit, 'Group', 'group') }),
  }),
  routes: ({ groups }) => groupRoutes(groups),
  prepare: ({ users }, platform) => createFirstUser(users, platform),
})
