import { type Static, Type } from 'typebox'
import { CheckResults, ChecksBody, ChecksReply } from '@heddle/contract/checks.ts'
import { PageReply, Uuid } from '@heddle/contract/common.ts'
import { Pack } from '@heddle/contract/packs.ts'
import { pageInput, pageQuery } from './paging.ts'
import { tool } from './tool.ts'

const ListInput = Type.Object(pageInput, { additionalProperties: false })

export const listPacksTool = tool({
  name: 'list_packs',
  title: 'List packs of checks',
  description: 'The packs of checks that are installed. `run_checks` runs them.',
  input: ListInput,
  output: PageReply(Pack),
  effect: 'reads',
  run: async ({ operations }, call, page) =>
    (await operations.call('GET /api/packs/', call, { query: pageQuery(page) })) as object,
})

const RunInput = Type.Object(ChecksBody.properties, { additionalProperties: false })

export const runChecks = tool({
  name: 'run_checks',
  title: 'Run checks',
  description:
    'Runs the checks of a pack, a folder or a list of saved queries in the background. `get_check` reads what came of them.',
  input: RunInput,
  output: ChecksReply,
  effect: 'runs',
  run: async ({ operations, budget }, call, body) => {
    await budget.take(call.caller, 1)
    const started = (await operations.call('POST /api/queries/checks/', call, { body })) as Static<typeof ChecksReply>
    await budget.note(call.caller, started.total - 1)
    return started
  },
})

const CheckInput = Type.Object({ check: Uuid }, { additionalProperties: false })

export const getCheck = tool({
  name: 'get_check',
  title: 'Read a check',
  description: 'How far checks have come, and for each of them whether it passed, with the reason.',
  input: CheckInput,
  output: CheckResults,
  effect: 'reads',
  run: async ({ operations }, call, { check: id }) =>
    (await operations.call('GET /api/queries/checks/:id/', call, { params: { id } })) as object,
})
