import { storeAutomationConnection } from '../../testing/automation-connection.ts'
import { newQuery } from '../../testing/audit-walk/objects.ts'
import {
  about,
  admin,
  another,
  app,
  expectOk,
  FROM,
  idOf,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { automationTemplatesFeature } from './index.ts'

const TEMPLATES = '/api/automation/templates/'
const LISTS = '/api/automation/validation-lists/'

type Kind = { readonly path: string; readonly action: Action; readonly body: () => object | Promise<object> }
type Action = 'automation_category' | 'automation_template' | 'column_template' | 'regex_pattern' | 'validation_list'

const KINDS: readonly Kind[] = [
  {
    path: TEMPLATES,
    action: 'automation_template',
    body: async () => ({
      name: `template ${another()}`,
      automation_connection: await storeAutomationConnection(app),
      automation_job_template_id: 1,
      schema: [{ name: 'a' }],
    }),
  },
  {
    path: '/api/automation/categories/',
    action: 'automation_category',
    body: () => ({ name: `category ${another()}` }),
  },
  {
    path: '/api/automation/column-templates/',
    action: 'column_template',
    body: () => ({ name: `column ${another()}`, required: true }),
  },
  { path: LISTS, action: 'validation_list', body: () => ({ name: `list ${another()}`, values: ['a'] }) },
  {
    path: '/api/automation/regex-patterns/',
    action: 'regex_pattern',
    body: () => ({ name: `pattern ${another()}`, pattern: 'a+' }),
  },
]

function scenariosOf({ path, action, body }: Kind): Readonly<Record<string, Scenario>> {
  const make = async () => idOf(await expectOk(admin.post(path, await body())))
  const one = (id: string) => `${path}${id}/`
  return {
    [`POST ${path}`]: about(nothing, `${action}_create`, async () => admin.post(path, await body(), FROM), idOf),
    [`PUT ${path}:id/`]: about(make, `${action}_update`, async (id) => admin.put(one(id), await body(), FROM)),
    [`PATCH ${path}:id/`]: about(make, `${action}_update`, (id) =>
      admin.patch(one(id), { name: `other ${another()}` }, FROM),
    ),
    [`DELETE ${path}:id/`]: about(make, `${action}_delete`, (id) => admin.delete(one(id), FROM)),
  }
}

const newBoundList = async (): Promise<string> => {
  const source = { type: 'saved_query', saved_query: await newQuery(), column: 'name' }
  return idOf(await expectOk(admin.post(LISTS, { name: `bound ${another()}`, source })))
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...Object.assign({}, ...KINDS.map(scenariosOf)),
  'POST /api/automation/validation-lists/:id/refresh/': about(newBoundList, 'validation_list_refresh', (id) =>
    admin.post(`${LISTS}${id}/refresh/`, undefined, FROM),
  ),
}

walkAuditLog(automationTemplatesFeature, SCENARIOS)
