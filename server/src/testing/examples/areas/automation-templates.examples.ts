import { JOB_TEMPLATE } from '../start-simulators.ts'
import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'
import { crudExamples } from './crud.ts'

const AUTOMATION = '/api/automation/'
const CONNECTIONS = `${AUTOMATION}connections/`
const LISTS = `${AUTOMATION}validation-lists/`

/** Columns of a row about a bridge domain, and more of them. */
export const columnsOf = (...more: readonly string[]) =>
  ['tenant', 'bridge_domain', ...more].map((name) => ({ name, field_type: 'text', required: true, max_length: 63 }))

export async function newAutomationConnection({ prepare, automation }: World, name: string): Promise<string> {
  return (
    await prepare(`POST ${CONNECTIONS}`, { body: { name, base_url: automation.url, oauth_token: automation.token } })
  ).id
}

export async function automationConnectionExamples(world: World): Promise<void> {
  const { example, automation } = world
  const account = { base_url: automation.url, oauth_token: automation.token }
  const params = { id: await newAutomationConnection(world, 'AWX') }
  await crudExamples(world, CONNECTIONS, {
    create: { name: 'AWX of the lab', ...account },
    refused: { name: '', base_url: 'awx', auth_method: 'certificate' },
    list: { search: 'AWX' },
    replace: { name: 'AWX of the lab', ...account, job_url_pattern: '/#/jobs/playbook/{id}/output' },
    change: { name: 'AWX of the test lab' },
  })
  await example(`POST ${CONNECTIONS}:id/test_connection/`, { params })
  await example(`GET ${CONNECTIONS}:id/job_templates/`, { params, query: { search: 'vlan' } })
  await example(`POST ${CONNECTIONS}:id/set_default/`, { params })
}

export async function automationTemplateExamples(world: World, workspace: Workspace): Promise<void> {
  const { prepare } = world
  const { id: category } = await prepare(`POST ${AUTOMATION}categories/`, { body: { name: 'Fabric' } })
  await crudExamples(world, `${AUTOMATION}categories/`, {
    create: { name: 'Bridge domains', parent: category, description: 'Create, connect and delete them.' },
    refused: { name: '', parent: 'Fabric' },
    list: { parent: category },
    replace: { name: 'Bridge domains', parent: category, description: 'Create, connect, rename and delete them.' },
    change: { name: 'Bridge domains and subnets' },
  })
  const template = {
    name: 'Create bridge domains',
    description: 'One row for each bridge domain.',
    category,
    automation_connection: await newAutomationConnection(world, 'AWX of production'),
    automation_job_template_id: JOB_TEMPLATE,
    execution_mode: 'bulk',
    schema: columnsOf('subnet'),
  }
  await crudExamples(world, `${AUTOMATION}templates/`, {
    create: template,
    refused: { name: '', automation_job_template_id: 'create', schema: [{ name: 'tenant', field_type: 'word' }] },
    list: { category },
    replace: { ...template, execution_mode: 'per_row', row_concurrency: 2 },
    change: { description: 'One row, and one job, for each bridge domain.' },
  })
  await referenceDataExamples(world, workspace)
}

/** What the columns of templates refer to. */
async function referenceDataExamples(world: World, { query }: Workspace): Promise<void> {
  const { example, prepare } = world
  await crudExamples(world, `${AUTOMATION}column-templates/`, {
    create: {
      name: 'VLAN',
      field_type: 'integer',
      required: true,
      min: 1,
      max: 4094,
      help_text: 'The VLAN of the access ports.',
    },
    refused: { name: '', field_type: 'word', min: 4094, max: 1 },
    list: { search: 'VLAN' },
    replace: { name: 'VLAN', field_type: 'integer', required: true, min: 100, max: 199 },
    change: { max: 299 },
  })
  await crudExamples(world, LISTS, {
    create: { name: 'Environments', values: ['prod', 'lab'] },
    refused: { name: '', values: 'prod' },
    list: { search: 'env' },
    replace: { name: 'Environments', description: 'Where we deploy.', values: ['prod', 'staging', 'lab'] },
    change: { values: ['prod', 'lab'] },
  })
  await crudExamples(world, `${AUTOMATION}regex-patterns/`, {
    create: { name: 'Name of a bridge domain', pattern: '[a-z][a-z0-9-]{2,30}' },
    refused: { name: '', pattern: '[a-z' },
    list: { search: 'bridge' },
    replace: {
      name: 'Name of a bridge domain',
      description: 'Small letters, digits and dashes.',
      pattern: '[a-z][a-z0-9-]{2,30}',
    },
    change: { pattern: '[a-z][a-z0-9-]{2,62}' },
  })
  const bound = { name: 'Bridge domains of DC1', source: { type: 'saved_query', saved_query: query, column: 'name' } }
  const { id } = await prepare(`POST ${LISTS}`, { body: bound })
  await example(`POST ${LISTS}:id/refresh/`, { params: { id } })
}
