export { groupMembers, groups, users } from './users.tables.ts'
export { createUsersService, type FirstUser, type UsersService } from './users.service.ts'
