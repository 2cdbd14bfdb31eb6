import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import { tool } from './tool.ts'

const ProposeInput = Type.Object(
  {
    template: Uuid,
    rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Objects keyed by the columns of the template.',
    }),
    comment: Type.String({ minLength: 1, maxLength: 10_000, description: 'Why; people read it before they decide.' }),
  },
  { additionalProperties: false },
)

export const proposeRequest = tool({
  name: 'propose_request',
  title: 'Propose a change',
  description:
    'Asks people to launch rows from an automation template. Nothing is launched until another person has approved it.',
  input: ProposeInput,
  output: Type.Object({ request: Uuid, approval: Type.Literal('waiting') }),
  effect: 'proposes',
  run: async ({ launch }, { caller, signal }, { template, ...body }) => {
    requireAllowed(may('automation.launch_template'), caller)
    const request = await launch.launch(caller, template, { body, faults: {}, signal }, { needsApproval: true })
    return { request, approval: 'waiting' as const }
  },
})
