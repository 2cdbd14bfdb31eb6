import { describe, expect, it } from 'vitest'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { planRun } from './plan-run.ts'
import type { QueryToRun } from '../query-to-run.ts'

const LOOKUP = {
  id: 'l',
  type: 'lookup',
  config: { saved_query: 'other', on: { name: 'name' }, columns: ['descr'], prefix: 'other' },
}

const queryOf = (
  id: string,
  value: string,
  parameters: object[],
  steps: Record<string, unknown>[] = [],
): QueryToRun => ({
  id,
  name: id,
  controllerConnectionId: 'lab',
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBD',
      properties: ['name', 'descr'],
      filters: [{ property: 'name', operator: 'eq', value }],
    },
  ],
  edges: [],
  postProcessors: steps,
  parameters: readParameters(parameters).parameters,
})

/** Plans a query that looks up in another one; `sent` has the values of both. */
async function plan(own: object[], others: object[], variables: object) {
  const query = queryOf('own', 'own {{name=none}}', own, [LOOKUP])
  const other = queryOf('other', 'other {{name=none}}', others)
  const request = { connection: 'lab', variables: { ...variables }, skipPostProcessors: false }
  const terms = { model: knownModel, maxResultRows: 1_000, now: 0, findQuery: async () => other }
  const { errors, input } = await planRun({ query, request, ...terms })
  const sent = Buffer.from(input?.packed ?? []).toString().match(/(?:own|other) (?:none|[a-z]\d)/g) ?? [] // prettier-ignore
  return { errors, sent: [...new Set(sent)] }
}

describe('the parameters of a query that is looked up in', () => {
  it.each<[string, object[], object[], object, string[]]>([
    ['have their own defaults', [], [{ name: 'name', default: 'b2' }], {}, ['own none', 'other b2']],
    ['take the value of the run', [], [{ name: 'name', default: 'b2' }], { name: 'c3' }, ['own c3', 'other c3']],
    [
      'are not those of the run',
      [{ name: 'name', default: 'a1' }],
      [{ name: 'name', default: 'b2' }],
      {},
      ['own a1', 'other b2'],
    ],
    ['may be left to the run', [{ name: 'name', default: 'a1' }], [], {}, ['own a1', 'other a1']],
  ])('%s', async (_, own, others, variables, sent) => {
    expect(await plan(own, others, variables)).toEqual({ errors: [], sent })
  })

  it('have faults of the step that looks up', async () => {
    const { errors } = await plan([], [{ name: 'name', required: true }], {})

    expect(errors).toMatchObject([{ step_id: 'l', message: 'lookup "other": parameter name is required' }])
  })
})
