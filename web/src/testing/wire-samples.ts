import type { Wire } from '../lib/api/wire.ts'

const NOW = '2026-11-22T06:00:00Z'

/** An access token of user 1 that does not end. */
export const ACCESS = `head.${btoa(JSON.stringify({ sub: '1', exp: 4_000_000_000 }))}.signature`

/** A user who may do nothing, unless a test says otherwise. */
export const sampleProfile = (facts: Partial<Wire.OwnProfile> = {}): Wire.OwnProfile => ({
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  group_names: [],
  is_admin: false,
  is_superuser: false,
  email_verified: true,
  mfa_enabled: false,
  query_count: 0,
  favorite_count: 0,
  date_joined: NOW,
  last_login: NOW,
  preferences: {
    timezone: 'UTC',
    date_format: 'YYYY-MM-DD',
    time_format: '24h',
    theme: 'light',
    class_browser_sections: {},
  },
  groups: [],
  permissions: [],
  manages_workspace: false,
  paused_since: null,
  ...facts,
})

export const sampleConnection = (facts: Partial<Wire.ControllerConnection> = {}): Wire.ControllerConnection => ({
  id: 'c-1',
  name: 'Demo fabric',
  host: 'apic.example.com',
  hosts: [],
  username: 'reader',
  has_password: true,
  verify_ssl: true,
  ca_certificate: null,
  is_default: false,
  max_parallel_requests: 4,
  max_requests_per_minute: null,
  last_tested_at: null,
  last_test_status: null,
  last_test_message: null,
  created_at: NOW,
  updated_at: NOW,
  ...facts,
})

/** A run of a query that has ended well. */
export const sampleRun = (facts: Partial<Wire.ExecutionLog> = {}): Wire.ExecutionLog => ({
  id: 'r-1',
  saved_query: 'q-1',
  saved_query_name: 'Bridge domains',
  saved_query_version: '3',
  draft: false,
  user: 'ada',
  controller_connection: 'c-1',
  controller_connections: null,
  controller_connection_name: 'Demo fabric',
  controller_connection_names: null,
  trigger: 'manual',
  status: 'success',
  reason: null,
  expectation: null,
  row_count: 59,
  duration_ms: 20,
  waited_ms: null,
  executed_at: NOW,
  started_at: NOW,
  error_message: null,
  results_truncated: false,
  pipeline_execution: 'p-1',
  warnings: [],
  variables: {},
  columns: ['dn'],
  generated_query: '',
  actual_query_path: '',
  canvas: null,
  rows_before_steps: null,
  results: [],
  ...facts,
})

/** A request of two rows in one job that has ended well. */
export const sampleRequest = (facts: Partial<Wire.AutomationRequestDetail> = {}): Wire.AutomationRequestDetail => ({
  id: 'a-1',
  template: 't-1',
  template_name: 'Give bridge domains a VRF',
  user: 'ada',
  status: 'succeeded',
  execution_mode: 'bulk',
  row_count: 2,
  execution_count: 1,
  executions_complete: 1,
  created_at: NOW,
  started_at: NOW,
  finished_at: NOW,
  scm_commit_sha: null,
  comment: '',
  cancel_requested: false,
  warnings: [],
  relaunch_of: null,
  source: null,
  approval: null,
  verification: null,
  channel: '/ws/automation/request/a-1/',
  verifications: [],
  ...facts,
})

/** A template whose rows have a switch, a VLAN and a mode. */
export const sampleTemplate = (facts: Partial<Wire.AutomationTemplate> = {}): Wire.AutomationTemplate => ({
  id: 't-1',
  name: 'Add VLANs',
  description: '',
  category: null,
  automation_connection: 'c-1',
  automation_job_template_id: 7,
  execution_mode: 'bulk',
  row_concurrency: 5,
  schema: [
    { name: 'switch', required: true },
    { name: 'vlan', field_type: 'integer', min: 1, max: 4094 },
    { name: 'mode', field_type: 'enum', choices: ['trunk', 'access'] },
  ],
  validation_lists: [],
  allowed_groups: [],
  created_by: 'ada',
  created_at: NOW,
  updated_at: NOW,
  ...facts,
})

/** A check of a pack as its author left it. */
export const sampleCheck = (facts: Partial<Wire.InstalledCheck> = {}): Wire.InstalledCheck => ({
  id: 'P1',
  title: 'Switches that are not active',
  severity: 'high',
  enabled: true,
  group: 'Switches',
  saved_query: 'q-1',
  overrides: { enabled: null, severity: null, parameters: null },
  needs: 'state',
  verified_on: null,
  sources: [],
  mends_with: null,
  ...facts,
})
