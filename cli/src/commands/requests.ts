import type { Command } from 'commander'
import { readCount, time, working } from '../command.ts'
import { type Terminal } from '../terminal.ts'
import { printExactly } from '../print-exactly.ts'
import { takeFirst } from '../take-first.ts'

/** Requests of the automation server: list, decide, verify and prove them. */
export function addRequests(automation: Command, terminal: Terminal): void {
  automation
    .command('requests')
    .description('list requests, newest first')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(terminal, async ({ heddle, list }, { limit }: { limit: number }) =>
        list(await takeFirst(heddle.automation.requests.all(), limit), {
          created: ({ created_at }) => time(created_at),
          template: ({ template_name }) => template_name,
          status: ({ status, approval }) => (approval?.status === 'waiting' ? 'waits for approval' : status),
          rows: ({ row_count }) => row_count,
          user: ({ user }) => user,
          id: ({ id }) => id,
        }),
      ),
    )
  for (const [action, done] of [
    ['approve', 'approved and launched'],
    ['decline', 'declined'],
  ] as const)
    automation
      .command(action)
      .argument('<request>', 'its id')
      .option('-m, --note <text>', 'why')
      .description(`${action} a request that waits for approval`)
      .action(
        working(terminal, async ({ heddle, tell }, id: string, { note }: { note?: string }) =>
          tell(
            `The request was ${done}.`,
            await heddle.automation.requests[action](id, note === undefined ? {} : { note }),
          ),
        ),
      )
  automation
    .command('cancel')
    .argument('<request>', 'its id')
    .description('cancel a request')
    .action(
      working(terminal, async ({ heddle, tell }, id: string) =>
        tell('The request will be cancelled.', await heddle.automation.requests.cancel(id)),
      ),
    )
  automation
    .command('proof')
    .argument('<request>', 'its id')
    .option('--html', 'as a page for people')
    .description('print the proof of what a request changed')
    .action(
      working(terminal, async (work, id: string, { html }: { html?: true }) => {
        const proof = await work.heddle.automation.requests.proof(id, { format: html ? 'html' : 'json' })
        await printExactly(work, await proof.text())
      }),
    )
}
