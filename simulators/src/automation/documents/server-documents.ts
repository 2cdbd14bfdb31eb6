import type { Account } from '../model/account.ts'
import type { DocumentContext } from './document-context.ts'

const INSTALL = '2a1f3c5e-7b9d-4c0a-8e6f-1d3b5a7c9e0f'

/** The discovery document; builds without OAuth2 leave its address out. */
export function rootDocument({ settings, link }: DocumentContext): object {
  return {
    description: 'AWX REST API',
    current_version: link(''),
    available_versions: { v2: link('') },
    ...(settings.issuesTokens && { oauth2: '/api/o/' }),
    custom_logo: '',
    custom_login_info: '',
    login_redirect_override: '',
  }
}

export function gatewayDocument(): object {
  return {
    description: 'AAP gateway REST API',
    apis: { gateway: '/api/gateway/', controller: '/api/controller/', eda: '/api/eda/', galaxy: '/api/galaxy/' },
  }
}

export function versionDocument({ link }: DocumentContext): object {
  const names = [
    'ping',
    'config',
    'me',
    'users',
    'job_templates',
    'jobs',
    'workflow_jobs',
    'job_events',
    'notification_templates',
    'notifications',
  ]
  return Object.fromEntries(names.map((name) => [name, link(`${name}/`)]))
}

export function pingDocument({ clock, settings }: DocumentContext): object {
  const { version } = settings
  const capacity = Number.isFinite(settings.capacity) ? settings.capacity : 57
  return {
    ha: false,
    version,
    active_node: 'awx-web-1',
    install_uuid: INSTALL,
    instances: [
      { node: 'awx-task-1', node_type: 'control', uuid: INSTALL, heartbeat: clock.stamp(clock.now), capacity, version },
    ],
    instance_groups: [{ name: 'controlplane', capacity, instances: ['awx-task-1'] }],
  }
}

export function configDocument({ settings }: DocumentContext, { isSuperuser }: Account): object {
  return {
    time_zone: 'UTC',
    license_info: { license_type: 'open', valid_key: true, subscription_name: 'OPEN', product_name: 'AWX' },
    version: settings.version,
    eula: '',
    analytics_status: 'off',
    analytics_collectors: {},
    become_methods: [['sudo', 'Sudo']],
    ...(isSuperuser && { project_base_dir: '/var/lib/awx/projects/', project_local_paths: [], custom_virtualenvs: [] }),
  }
}

export function accountDocument({ id, username, isSuperuser }: Account, { clock, link }: DocumentContext): object {
  return {
    id,
    type: 'user',
    url: link(`users/${id}/`),
    related: {},
    summary_fields: {},
    created: '2026-01-05T08:00:00.000000Z',
    modified: clock.stamp(clock.now),
    username,
    first_name: '',
    last_name: '',
    email: '',
    is_superuser: isSuperuser,
    is_system_auditor: false,
    last_login: clock.stamp(clock.now),
  }
}
