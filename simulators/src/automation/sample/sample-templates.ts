import { type JobScript, scriptOf, type ScriptInput } from '../model/job-script.ts'
import type { TemplateOptions } from '../model/job-template.ts'
import { bigOutput } from '../output/job-output.ts'
import type { ObjectStore } from '../../controller/model/object-store.ts'
import { type AnsibleResult, type AnsibleTask, ansibleOutput, hasFailed } from './ansible-output.ts'
import { connectBridgeDomains } from './connect-bridge-domains.ts'

type Row = Readonly<Record<string, unknown>>

const HOST = 'apic1'
const ROW_MS = 300
const MAX_RUN_MS = 60_000

/** A row with a value that contains this fails, so that a demonstration can show it. */
const BROKEN = 'broken'

/** Day-2 work on a fabric: each job has a task line for every row of `extra_vars.rows`. */
export const sampleTemplates = (fabric?: ObjectStore): readonly TemplateOptions[] => [
  {
    id: 11,
    name: 'ACI: create bridge domains',
    description: 'Rows with tenant, vrf, bridge_domain, subnet and description',
    playbook: 'aci/bridge_domains.yml',
    allowSimultaneous: true,
    script: perRow('Create bridge domains', [
      'cisco.aci.aci_bd : Bridge domain exists',
      'cisco.aci.aci_bd_subnet : Subnet exists',
    ]),
  },
  {
    id: 12,
    name: 'ACI: clean up unused EPGs',
    description: 'Rows with dn, or with tenant, application_profile and epg',
    playbook: 'aci/unused_epgs.yml',
    allowSimultaneous: true,
    script: perRow('Clean up unused endpoint groups', ['cisco.aci.aci_epg : Endpoint group is absent']),
  },
  {
    id: 13,
    name: 'ACI: shut or open ports',
    description: 'Rows with pod, node, port and state (shut or no-shut); one job after the other',
    playbook: 'aci/ports.yml',
    script: perRow('Set the administrative state of ports', ['cisco.aci.aci_rest : Interface policy state']),
  },
  {
    id: 14,
    name: 'ACI: extend a VLAN pool',
    description: 'Rows with pool, from and to; asks for a ticket',
    playbook: 'aci/vlan_pools.yml',
    survey: [{ variable: 'ticket', type: 'text', question: 'Change ticket', required: false, max: 20 }],
    script: perRow('Extend VLAN pools', ['cisco.aci.aci_vlan_pool_encap_block : Encapsulation block exists']),
  },
  {
    id: 15,
    name: 'ACI: configuration audit',
    description: 'Writes 5 MB, more than the server shows',
    playbook: 'aci/audit.yml',
    script: scriptOf({ runMs: 20_000, output: bigOutput(5_000_000) }),
  },
  {
    id: 16,
    name: 'ACI: back up the configuration',
    description: 'Sliced: a launch starts a workflow job',
    playbook: 'aci/backup.yml',
    slices: 3,
    script: perRow('Back up the configuration', ['cisco.aci.aci_config_snapshot : Snapshot exists']),
  },
  {
    id: 17,
    name: 'ACI: connect bridge domains to a VRF',
    description: 'Rows with tenant, bridge_domain and vrf; a VRF that is missing is created',
    playbook: 'aci/bridge_domain_vrf.yml',
    asks: ['variables'],
    allowSimultaneous: true,
    script: perRow(
      'Connect bridge domains to a VRF',
      ['cisco.aci.aci_vrf : VRF exists', 'cisco.aci.aci_bd : Bridge domain uses the VRF'],
      (rows) => connectBridgeDomains(fabric, rows),
    ),
  },
]

/** `change` is what a successful job does to the fabric. */
function perRow(
  play: string,
  taskNames: readonly string[],
  change?: (rows: readonly Row[]) => void,
): (input: ScriptInput) => JobScript {
  return ({ extraVars, jobType }) => {
    const rows = Array.isArray(extraVars['rows']) ? (extraVars['rows'] as Row[]) : []
    const tasks = tasksFor(taskNames, rows)
    const changed = tasks.flatMap(({ results }) => results).filter(({ status }) => status === 'changed').length
    const isReal = jobType !== 'check' && !hasFailed(tasks)
    return scriptOf({
      ...(change && isReal && { onEnd: () => change(rows) }),
      runMs: Math.min(MAX_RUN_MS, 1500 + ROW_MS * rows.length * taskNames.length),
      end: hasFailed(tasks) ? 'failed' : 'successful',
      output: ansibleOutput(jobType === 'check' ? `${play} (check mode)` : play, HOST, tasks),
      artifacts: { changed_objects: changed },
    })
  }
}

/** As Ansible does it: after a task with failures the tasks that follow do not run. */
function tasksFor(names: readonly string[], rows: readonly Row[]): AnsibleTask[] {
  const tasks: AnsibleTask[] = [{ name: 'Log in to the controller', results: [{ status: 'ok' }] }]
  for (const name of names) {
    const task = { name, results: rows.length > 0 ? rows.map(resultOf) : [{ status: 'skipped' } as const] }
    tasks.push(task)
    if (hasFailed([task])) break
  }
  return tasks
}

function resultOf(row: Row): AnsibleResult {
  const isBroken = Object.values(row).some((value) => typeof value === 'string' && value.includes(BROKEN))
  if (!isBroken) return { status: 'changed', item: row }
  return { status: 'failed', item: row, message: 'APIC Error 102: configured object ((Dn0)) not found' }
}
