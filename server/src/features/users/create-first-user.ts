import { randomBytes } from 'node:crypto'
import type { Platform } from '../../platform/feature.ts'
import type { UsersService } from './users.service.ts'

/** The groups, and at the very first start the first superuser, whose random password is reported once. */
export async function createFirstUser(users: UsersService, { config, onFirstPassword }: Platform): Promise<void> {
  const { username, email, password } = config.firstAdmin
  const chosen = password?.reveal() ?? randomBytes(15).toString('base64url')
  const isCreated = await users.prepare({ username, email, password: chosen })
  if (isCreated && password === undefined) onFirstPassword?.(username, chosen)
}
