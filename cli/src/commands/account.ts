import { type Command, Option } from 'commander'
import { readCount, time, working } from '../command.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { takeFirst } from '../take-first.ts'

const DAY_MS = 86_400_000
const SEVERITIES = ['info', 'warning', 'error'] as const

/** What is one's own: API tokens and notices; and, for administrators, the audit log. */
export function addAccount(program: Command, terminal: Terminal): void {
  addTokens(program.command('token').alias('tokens').description('your API tokens'), terminal)
  addNotices(program.command('notice').alias('notices').description('your notifications'), terminal)
  program
    .command('audit')
    .description('list the audit log, newest first (administrators)')
    .option('-s, --search <text>', 'in descriptions')
    .option('--action <action>', 'such as query_run')
    .option('--user <name>', 'who acted')
    .option('--limit <count>', 'at most so many', readCount, 50)
    .action(
      working(
        terminal,
        async (
          { heddle, list },
          { search, action, user, limit }: { search?: string; action?: string; user?: string; limit: number },
        ) =>
          list(
            await takeFirst(
              heddle.audit.logs.all({
                ...(search !== undefined && { search }),
                ...(action !== undefined && { action }),
                ...(user !== undefined && { username: user }),
              }),
              limit,
            ),
            {
              at: ({ created_at }) => time(created_at),
              user: ({ username }) => username,
              action: ({ action: done }) => done,
              description: ({ description }) => description,
            },
          ),
      ),
    )
}

function addTokens(token: Command, terminal: Terminal): void {
  token
    .command('list')
    .description('list your API tokens')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.auth.tokens.all(), Infinity), {
          name: ({ name }) => name,
          begins: ({ prefix }) => prefix,
          permissions: ({ permissions }) => permissions?.join(', ') ?? 'all of yours',
          expires: ({ expires_at }) => time(expires_at),
          used: ({ last_used_at }) => time(last_used_at),
          id: ({ id }) => id,
        }),
      ),
    )
  token
    .command('create')
    .argument('<name>', 'what will use it')
    .option('-p, --permission <names...>', 'only these, such as queries.execute_savedquery')
    .option('--days <count>', 'how long it lives', readCount)
    .description('create an API token; its secret is printed this once')
    .action(
      working(
        terminal,
        async ({ heddle, tell }, name: string, { permission, days }: { permission?: string[]; days?: number }) => {
          const reply = await heddle.auth.tokens.create({
            name,
            ...(permission && { permissions: permission }),
            ...(days !== undefined && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
          })
          await tell(reply.token, reply)
        },
      ),
    )
  token
    .command('delete')
    .argument('<token>', 'name, id, or how it begins')
    .description('delete an API token, which ends it at once')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const all = await takeFirst(heddle.auth.tokens.all(), Infinity)
        const fitting = all.filter(({ id, name, prefix }) => [id, name, prefix].includes(wanted))
        const [only] = fitting
        if (only === undefined || fitting.length > 1)
          throw new CommandError(`${fitting.length === 0 ? 'No' : 'More than one'} token of yours is "${wanted}".`)
        await heddle.auth.tokens.remove(only.id)
        await tell(`The token "${only.name}" was deleted.`, only)
      }),
    )
}

function addNotices(notice: Command, terminal: Terminal): void {
  notice
    .command('list')
    .description('list your notifications, newest first')
    .option('--unread', 'only those')
    .addOption(new Option('--severity <severity>', 'only of this one').choices([...SEVERITIES]))
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(
        terminal,
        async (
          { heddle, list },
          { unread, severity, limit }: { unread?: true; severity?: (typeof SEVERITIES)[number]; limit: number },
        ) =>
          list(
            await takeFirst(
              heddle.notifications.notifications.all({ ...(unread && { unread }), ...(severity && { severity }) }),
              limit,
            ),
            {
              at: ({ created_at }) => time(created_at),
              severity: ({ severity: level }) => level,
              title: ({ title }) => title,
              text: ({ body }) => body,
            },
          ),
      ),
    )
  notice
    .command('read')
    .description('mark all your notifications as read')
    .action(
      working(terminal, async ({ heddle, tell }) =>
        tell('All are read.', await heddle.notifications.notifications.markAllRead()),
      ),
    )
}
