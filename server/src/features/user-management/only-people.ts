import { NotFound } from '../../kernel/errors.ts'
import type { UserRow, UsersService } from '../users/index.ts'

/** Users as people are managed: the accounts of programs are managed elsewhere, and do not exist here. */
export const onlyPeople = (users: UsersService): UsersService => ({
  ...users,
  find: async (id) => {
    const found = await users.find(id)
    requirePerson(found.user)
    return found
  },
  lock: async (tx, id) => {
    const row = await users.lock(tx, id)
    requirePerson(row)
    return row
  },
})

function requirePerson({ authSource }: UserRow): void {
  if (authSource === 'service') throw new NotFound()
}
