import type { Command } from 'commander'
import { ask } from '../ask.ts'
import { readCount, time, type Work, working } from '../command.ts'
import { serviceAccountNamed } from '../find.ts'
import { takeFirst } from '../take-first.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

const DAY_MS = 86_400_000
const ACCOUNT = 'name or id of a service account'

/** Accounts of programs, for those who manage them. */
export function addServiceAccounts(program: Command, terminal: Terminal): void {
  const account = program
    .command('service-account')
    .alias('service-accounts')
    .description('accounts of programs: API tokens only, owned by a group')

  account.command('list').description('list the service accounts that you manage').action(working(terminal, listAll))
  account
    .command('create')
    .argument('<name>', 'without spaces; it never changes')
    .requiredOption('-g, --group <name>', 'the group that owns it: it may do what that group may')
    .option('-d, --description <text>', 'what the program does, and where it runs')
    .description('create a service account')
    .action(working(terminal, create))
  account
    .command('deactivate')
    .argument('<account>', ACCOUNT)
    .description('end all its tokens at once; its scheduled tasks no longer run')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await serviceAccountNamed(heddle, wanted)
        const reply = await heddle.auth.serviceAccounts.deactivate(id)
        await tell(`"${name}" is deactivated, and its tokens have ended.`, reply)
      }),
    )
  account
    .command('activate')
    .argument('<account>', ACCOUNT)
    .description('let it have tokens again')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await serviceAccountNamed(heddle, wanted)
        await tell(`"${name}" is active. Create a token for it.`, await heddle.auth.serviceAccounts.activate(id))
      }),
    )
  account
    .command('delete')
    .argument('<account>', ACCOUNT)
    .option('--yes', 'without asking')
    .description('delete a service account with its tokens; what it created stays')
    .action(working(terminal, remove))
  addTokens(account, terminal)
}

function addTokens(account: Command, terminal: Terminal): void {
  account
    .command('tokens')
    .argument('<account>', ACCOUNT)
    .description('list its API tokens')
    .action(
      working(terminal, async ({ heddle, list }, wanted: string) => {
        const { id } = await serviceAccountNamed(heddle, wanted)
        return list(await takeFirst(heddle.auth.serviceAccounts.tokens.all(id), Infinity), {
          name: ({ name }) => name,
          begins: ({ prefix }) => prefix,
          permissions: ({ permissions }) => permissions?.join(', ') ?? 'all of the account',
          expires: ({ expires_at }) => time(expires_at),
          used: ({ last_used_at }) => time(last_used_at),
          id: (token) => token.id,
        })
      }),
    )
  account
    .command('token')
    .argument('<account>', ACCOUNT)
    .argument('<name>', 'what will use it')
    .option('-p, --permission <names...>', 'only these, such as queries.execute_savedquery')
    .option('--days <count>', 'how long it lives', readCount)
    .description('create an API token of it; its secret is printed this once')
    .action(working(terminal, createToken))
  account
    .command('revoke')
    .argument('<account>', ACCOUNT)
    .argument('<token>', 'name, id, or how it begins')
    .description('delete an API token of it, which ends it at once')
    .action(working(terminal, revoke))
}

async function listAll({ heddle, list }: Work): Promise<void> {
  await list(await takeFirst(heddle.auth.serviceAccounts.all(), Infinity), {
    name: ({ name }) => name,
    group: ({ group }) => group.name,
    active: ({ is_active }) => (is_active ? 'yes' : 'no'),
    tokens: ({ token_count }) => token_count,
    used: ({ last_used_at }) => time(last_used_at),
    description: ({ description }) => description,
    id: ({ id }) => id,
  })
}

async function create(
  { heddle, tell }: Work,
  name: string,
  { group: wanted, description }: { readonly group: string; readonly description?: string },
): Promise<void> {
  const groups = await heddle.auth.serviceAccounts.groups()
  const group = groups.find((one) => one.name.toLowerCase() === wanted.toLowerCase())
  if (!group) {
    const names = groups.map((one) => `"${one.name}"`).join(', ')
    throw new CommandError(`You may give no account to a group "${wanted}". There are: ${names || 'none'}.`)
  }
  const reply = await heddle.auth.serviceAccounts.create({
    name,
    group: group.id,
    ...(description !== undefined && { description }),
  })
  await tell(`"${name}" was created for the group "${group.name}". Create a token for it.`, reply)
}

async function remove({ heddle, tell, terminal }: Work, wanted: string, { yes }: { readonly yes?: true }) {
  const found = await serviceAccountNamed(heddle, wanted)
  const question = `Delete "${found.name}" with its API tokens (${found.token_count})? Only "yes" does`
  if (yes !== true && (await ask(terminal, question, { instead: 'pass --yes' })) !== 'yes')
    throw new CommandError('Nothing was deleted.', EXIT.found)
  await heddle.auth.serviceAccounts.remove(found.id)
  await tell(`"${found.name}" was deleted.`, found)
}

async function createToken(
  { heddle, tell }: Work,
  wanted: string,
  name: string,
  { permission, days }: { readonly permission?: string[]; readonly days?: number },
): Promise<void> {
  const { id } = await serviceAccountNamed(heddle, wanted)
  const reply = await heddle.auth.serviceAccounts.tokens.create(id, {
    name,
    ...(permission && { permissions: permission }),
    ...(days !== undefined && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
  })
  await tell(reply.token, reply)
}

async function revoke({ heddle, tell }: Work, wanted: string, token: string): Promise<void> {
  const { id, name: account } = await serviceAccountNamed(heddle, wanted)
  const { tokens } = heddle.auth.serviceAccounts
  const all = await takeFirst(tokens.all(id), Infinity)
  const fitting = all.filter(({ id: one, name, prefix }) => [one, name, prefix].includes(token))
  const [only] = fitting
  if (only === undefined || fitting.length > 1)
    throw new CommandError(`${fitting.length === 0 ? 'No' : 'More than one'} token of "${account}" is "${token}".`)
  await tokens.remove(id, only.id)
  await tell(`The token "${only.name}" of "${account}" was deleted.`, only)
}
