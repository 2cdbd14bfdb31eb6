import { answer, type Look } from './look.ts'

const VERSION = {
  controller_version: 'latest',
  class_count: 16_512,
  property_count: 342_881,
  rel_count: 96_204,
  imported_at: '2026-11-22T06:30:00.000+00:00',
  imported_by_username: 'admin',
  is_active: true,
  is_installed: true,
}
const NEXT = { ...VERSION, controller_version: '6.2(1g)', is_active: false, is_installed: false, class_count: 16_731 }
const STATUS = {
  loaded_version: 'latest',
  active: VERSION,
  active_import: null,
  history: [],
  comparable: [NEXT, VERSION],
}
const part = (class_name: string, property: string | null, what: string) => ({ class_name, property, what })
const change = (class_name: string, more: object) => ({
  class_name,
  removed: [],
  added: [],
  retyped: [],
  values: [],
  relation: null,
  ...more,
})
const COMPARISON = {
  from: VERSION,
  to: NEXT,
  counts: { removed: 14, added: 233, narrowed: 6, widened: 41, queries: 2, queries_read: 118 },
  removed: ['cloudVgwPol', 'fvRsCloudAccount', 'hcloudIntNetworkP', 'hcloudSubnet', 'l3extRsOutToBDPublicSubnetHolder'],
  added: ['aaaRsaKey', 'fvEpDefRef', 'fvRsEpDefRefToStAdEpMacDef', 'vzAnyToEPg'],
  changed: [
    change('fvBD', {
      removed: ['epMoveDetectMode'],
      values: [{ property: 'multiDstPktAct', removed: ['encap-flood'] }],
      added: ['enableRogueExceptMac', 'hostBasedRouting'],
    }),
    change('l1PhysIf', { retyped: [{ property: 'mtu', before: 'string', after: 'integer' }] }),
    change('fvRsCtx', { relation: { before: 'fvBD > fvCtx', after: 'fvBD > fvVrf' } }),
    change('fvAEPg', { added: ['prefGrMemb', 'shutdown'] }),
  ],
  queries: [
    {
      id: '257ab9dd-7339-4911-90b7-05f86decb74f',
      name: 'Bridge domains that flood',
      created_by: 'olga',
      parts: [part('fvBD', 'multiDstPktAct', 'value_removed'), part('fvRsCtx', null, 'relation_moved')],
    },
    {
      id: '357ab9dd-7339-4911-90b7-05f86decb74f',
      name: 'Cloud subnets by region',
      created_by: 'admin',
      parts: [part('hcloudSubnet', null, 'class_removed')],
    },
  ],
}
const RUN = {
  id: '457ab9dd-7339-4911-90b7-05f86decb74f',
  source: 'remote',
  version_key: '611',
  controller_connection: null,
  state: 'running',
  phase: 'downloading',
  total_classes: 16_500,
  completed_count: 9_120,
  fallback_count: 14,
  not_found_count: 3,
  failed_count: 2,
  concurrency: 5,
  started_by: 'admin',
  started_at: '2026-11-22T06:30:00.000+00:00',
  finished_at: null,
  core_ready_at: null,
  error_summary: '',
  cancel_requested: false,
  activates: true,
}
const failed = (id: number, class_name: string, last_error: string, http_status_last: number | null) => ({
  id,
  class_pkg: 'fv',
  class_name,
  qualified_name: `fv:${class_name}`,
  state: 'failed',
  source_version: null,
  attempted_versions: ['611', '521'],
  http_status_last,
  last_error,
  retry_count: 4,
  updated_at: RUN.started_at,
})
const DETAIL = {
  run: RUN,
  failed_recent: [
    failed(1, 'RsCtx', 'The document is no class document.', 200),
    failed(2, 'Subnet', 'The registry did not answer within 30 s.', null),
  ],
}

/** The class model and its registry. */
export const CLASS_LOOKS: readonly Look[] = [
  {
    name: 'classes',
    path: '/mim/',
    act: (page) => page.getByRole('treeitem', { name: /^fvTenant/ }).waitFor(),
  },
  {
    name: 'classes-search',
    path: '/mim/?q=bridge%20dom',
    act: (page) => page.getByRole('option', { name: /^fvBD/ }).waitFor(),
  },
  {
    name: 'class-objects',
    path: '/mim/class/fvBD/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show 20 objects' }).click()
      await page.getByRole('table', { name: 'Objects of fvBD' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'class',
    path: '/mim/class/fvBD/',
    act: async (page) => {
      await page.getByRole('table', { name: 'Properties' }).waitFor()
      await page.getByText('Contained in').first().waitFor()
    },
    docs: 'class.png',
  },
  {
    name: 'class-relations',
    path: '/mim/class/fvBD/',
    act: async (page) => {
      const graph = page.getByText('Referred to by').first()
      await graph.waitFor()
      await graph.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'class-table',
    path: '/mim/class/fvAEPg/?view=table',
    act: async (page) => {
      const table = page.getByRole('table', { name: 'Relations' })
      await table.waitFor()
      await table.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'class-models',
    path: '/mim-registry/',
    act: async (page) => {
      await page.getByRole('table', { name: 'Versions in the registry' }).waitFor()
      await page.getByRole('table', { name: 'Imports' }).waitFor()
    },
  },
  {
    name: 'class-models-compare',
    path: '/mim-registry/compare/',
    before: async (page) => {
      await answer(/\/api\/mim-registry\/status\//, 200, STATUS)(page)
      await answer(/\/api\/mim-registry\/compare\//, 200, COMPARISON)(page)
    },
    act: (page) => page.getByRole('table', { name: 'Changed classes' }).waitFor(),
  },
  {
    name: 'class-models-import',
    path: `/mim-registry/remote/runs/${RUN.id}/`,
    before: answer(/\/api\/mim-registry\/remote\/runs\//, 200, DETAIL),
    act: (page) => page.getByRole('table', { name: 'Classes that failed' }).waitFor(),
  },
  {
    name: 'class-unknown',
    path: '/mim/class/fvBDD/',
    act: (page) => page.getByText('The class model has no class fvBDD').waitFor(),
  },
]
