import { isEmailAddress } from '@heddle/domain/identity/email-address.ts'
import { passwordFaults } from '@heddle/domain/identity/password-policy.ts'
import { isUsername } from '@heddle/domain/identity/username.ts'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createInProcessBus } from '../adapters/cache/event-bus.ts'
import { openDatabase, withLongStatements } from '../adapters/database/database.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { isCommonPassword } from '../adapters/passwords/common-passwords.ts'
import { createPasswordHasher } from '../adapters/passwords/password-hasher.ts'
import { MIGRATIONS, openKeys } from '../compose/open-adapters.ts'
import { createAuditRecorder, notesOn } from '../features/audit/index.ts'
import { createCredentials, createLockout, createSessionsService, removeFactor } from '../features/auth/index.ts'
import { createGroupsService, createUsersService, prepareGroups } from '../features/users/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { FieldErrors } from '../kernel/errors.ts'
import { createEvents } from '../platform/events/events.ts'
import { actAs, OPERATOR } from '../platform/request-scope.ts'
import { type CommandOptions, fail, usage } from './command.ts'

const FLAGS = { 'disable-mfa': { type: 'boolean' }, activate: { type: 'boolean' }, stdin: { type: 'boolean' } } as const

type Tools = Awaited<ReturnType<typeof openTools>>
type Flags = { readonly 'disable-mfa'?: boolean; readonly activate?: boolean; readonly stdin?: boolean }

/** For users who are locked out, or who lost their second factor. */
export async function resetPassword(options: CommandOptions): Promise<number> {
  const { positionals, values } = readArguments(options.args)
  const [username] = positionals
  if (username === undefined || positionals.length !== 1)
    return usage(options, 'reset-password <user> [--disable-mfa] [--activate] [--stdin]')
  return withTools(options, async (tools) => {
    const found = await tools.users.findByName(username)
    if (!found) return fail(options, `There is no user "${username}".`)
    const { user } = found
    if (user.authSource === 'service')
      return fail(options, `"${user.username}" is a service account, which has API tokens and no password.`)
    if (user.authSource !== 'local')
      return fail(
        options,
        `The password of "${user.username}" is kept ${user.authSource === 'directory' ? 'in the directory' : 'with its sign-on provider'}.`,
      )
    const password = await choosePassword(options, values, user)
    const passwordHash = await tools.hasher.hash(password)
    await tools.database.transaction(async (tx) => {
      const row = await tools.users.lock(tx, user.id)
      await tools.credentials.setPassword(tx, row, passwordHash)
      if (values['disable-mfa']) await removeFactor(tx, tools.users, user.id)
      if (values.activate) await tools.users.update(tx, row, { isActive: true })
      await tools.audit.record(tx, {
        action: 'user_password_reset',
        description: `User "${user.username}" had their password changed by an operator command`,
        target: { type: 'user', id: user.id },
        metadata: { ...values },
      })
    })
    options.print(`All sessions of "${user.username}" have ended.`)
    if (!values.stdin) options.print(`New password, not shown again: ${password}`)
    if (!user.isActive && !values.activate)
      options.print('The account is deactivated; run again with --activate to let it sign in.')
    if (user.mfaEnabled && !values['disable-mfa'])
      options.print('The second factor is still required; run again with --disable-mfa to disable it.')
    return 0
  })
}

export async function createSuperuser(options: CommandOptions): Promise<number> {
  const { positionals, values } = readArguments(options.args)
  const [username, email] = positionals
  if (username === undefined || email === undefined || positionals.length !== 2)
    return usage(options, 'create-superuser <user> <e-mail> [--stdin]')
  if (!isUsername(username))
    return fail(options, `"${username}": expected a username of 1 to 150 characters without spaces.`)
  if (!isEmailAddress(email)) return fail(options, `"${email}": expected an e-mail address.`)
  return withTools(options, async (tools) => {
    const password = await choosePassword(options, values, { username, email })
    const passwordHash = await tools.hasher.hash(password)
    await tools.database.transaction(async (tx) => {
      await prepareGroups(tx)
      const id = await tools.users.insert(tx, { username, email, passwordHash, isSuperuser: true })
      await tools.groups.addToGroup(tx, id, 'Administrators')
      await tools.audit.record(tx, {
        action: 'user_create',
        description: `Superuser "${username}" was created by an operator command`,
        target: { type: 'user', id },
      })
    })
    options.print(`Superuser "${username}" was created.`)
    if (!values.stdin) options.print(`Password, not shown again: ${password}`)
    return 0
  })
}

async function openTools({ config, logger }: CommandOptions) {
  const database = await openDatabase({ url: config.database.url?.reveal(), dataDir: config.dataDir, logger })
  try {
    await migrate(withLongStatements(database), MIGRATIONS, logger)
    const { tokens } = await openKeys(config, logger)
    const clock = createSystemClock((error) => logger.error({ err: error }, 'a timer failed'))
    const hasher = await createPasswordHasher()
    const audit = createAuditRecorder(clock)
    const events = createEvents(createInProcessBus(logger), logger)
    const users = createUsersService({
      database,
      hasher,
      clock,
      audit,
      logger,
      events,
      defaultGroup: config.users.defaultGroup,
    })
    const sessions = createSessionsService({ database, tokens, clock, logger, announceEnd: () => undefined })
    const lockout = createLockout({ database, clock, audit, rules: config.lockout })
    const groups = createGroupsService({ database, audit, clock, note: notesOn(audit, 'Group', 'group') })
    return { database, hasher, audit, users, groups, credentials: createCredentials({ users, sessions, lockout }) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function withTools(options: CommandOptions, work: (tools: Tools) => Promise<number>): Promise<number> {
  const tools = await openTools(options)
  try {
    return await actAs(OPERATOR, () => work(tools))
  } catch (error) {
    if (error instanceof FieldErrors)
      return fail(options, ...Object.entries(error.fields).map(([field, faults]) => `${field}: ${faults.join(' ')}`))
    throw error
  } finally {
    await tools.database.close()
  }
}

/** Read from standard input, or random. Never an argument, as those are visible to everyone on the machine. */
async function choosePassword(
  options: CommandOptions,
  { stdin }: Flags,
  user: { username: string; email: string },
): Promise<string> {
  if (!stdin) return randomBytes(15).toString('base64url')
  const password = await options.readInput()
  const faults = await passwordFaults(password, { ...user, isCommon: isCommonPassword })
  if (faults.length > 0) throw new FieldErrors({ password: faults })
  return password
}

function readArguments(args: readonly string[]) {
  return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
}
