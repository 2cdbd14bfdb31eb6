import { type Command, Option } from 'commander'
import { readCount, time, type Work, working } from '../command.ts'
import { channelNamed, queryNamed } from '../find.ts'
import { takeFirst } from '../take-first.ts'
import { EXIT, type Terminal } from '../terminal.ts'

const SPANS = ['1h', '1d', 'until_passed'] as const

/** Where news are sent: list, test and mute channels, and see what they delivered. */
export function addChannels(program: Command, terminal: Terminal): void {
  const channel = program.command('channel').alias('channels').description('channels that news are sent to')

  channel
    .command('list')
    .description('list your channels and those of your groups')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.notifications.channels.all(), Infinity), {
          name: ({ name }) => name,
          type: ({ type }) => type,
          target: ({ target }) => (typeof target === 'string' ? target : target.join(', ')),
          state: ({ enabled, state }) => (enabled ? state : 'off'),
          muted: ({ muted }) => (muted.length === 0 ? '' : muted.length),
          error: ({ last_error }) => last_error,
          id: ({ id }) => id,
        }),
      ),
    )

  channel
    .command('test')
    .argument('<channel>', 'name or id')
    .description('send a test message now; exit code 1 when it does not arrive')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await channelNamed(heddle, wanted)
        const reply = await heddle.notifications.channels.test(id)
        await tell(`"${name}": ${reply.detail}`, reply)
        return reply.delivered ? EXIT.ok : EXIT.found
      }),
    )

  channel
    .command('deliveries')
    .argument('<channel>', 'name or id')
    .description('list what a channel sent, newest first')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(working(terminal, listDeliveries))

  channel
    .command('mute')
    .argument('<channel>', 'name or id')
    .addOption(new Option('--for <time>', 'how long').choices([...SPANS]).default('1h'))
    .option('-q, --query <query>', 'news of this query alone, by name or id')
    .description('keep a channel quiet for a while')
    .action(working(terminal, mute))
}

async function listDeliveries(
  { heddle, list }: Work,
  wanted: string,
  { limit }: { readonly limit: number },
): Promise<void> {
  const { id } = await channelNamed(heddle, wanted)
  await list(await takeFirst(heddle.notifications.channels.deliveries.all(id), limit), {
    at: ({ at }) => time(at),
    event: ({ event }) => event,
    title: ({ title }) => title,
    status: ({ status }) => status,
    answer: ({ response_status }) => response_status,
    attempts: ({ attempt }) => attempt,
    next: ({ next_attempt_at }) => time(next_attempt_at),
  })
}

type MuteOptions = { readonly for: (typeof SPANS)[number]; readonly query?: string }

async function mute({ heddle, tell }: Work, wanted: string, options: MuteOptions): Promise<void> {
  const { id, name } = await channelNamed(heddle, wanted)
  const query = options.query === undefined ? undefined : await queryNamed(heddle, options.query)
  const muted = await heddle.notifications.channels.mute.create(id, {
    for: options.for,
    ...(query && { saved_query: query.id }),
  })
  const what = query === undefined ? 'is quiet' : `is quiet about "${query.name}"`
  await tell(`"${name}" ${what} ${TIMES[options.for]}.`, muted)
}

const TIMES: Readonly<Record<MuteOptions['for'], string>> = {
  '1h': 'for an hour',
  '1d': 'for a day',
  until_passed: 'until the query passes',
}
