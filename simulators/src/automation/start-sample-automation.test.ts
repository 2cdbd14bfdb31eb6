import { describe, expect, it, onTestFinished } from 'vitest'
import { generateFabric } from '../controller/generate-fabric.ts'
import { readAttribute } from '../controller/model/layout.ts'
import type { ObjectStore } from '../controller/model/object-store.ts'
import { stripAnsi } from './output/stdout-text.ts'
import { startSampleAutomation } from './start-sample-automation.ts'
import { clientOf } from './testing/automation-client.ts'

async function start(fabric?: ObjectStore) {
  const automation = await startSampleAutomation({ ...(fabric && { fabric }) })
  onTestFinished(() => automation.close())
  const client = clientOf(automation)
  const run = async (template: number, extra_vars: object) => {
    const id = await client.launch(template, { extra_vars })
    automation.clock.advance(120_000)
    const { body: job } = await client.get(`jobs/${id}/`)
    const { text } = await client.get(`jobs/${id}/stdout/?format=ansi`)
    return { job, text, lines: stripAnsi(text).split('\n') }
  }
  return { automation, ...client, run }
}

const rows = [
  { tenant: 'prod', bridge_domain: 'bd-web', subnet: '10.1.1.1/24', routed: true },
  { tenant: 'prod', bridge_domain: 'bd-db', subnet: null, routed: false },
]

describe('the sample automation server', () => {
  it('offers day-2 work on a fabric', async () => {
    const { get } = await start()

    const { body } = await get('job_templates/?order_by=id')

    expect(body.results.map((one: any) => one.name)).toEqual([
      'ACI: create bridge domains',
      'ACI: clean up unused EPGs',
      'ACI: shut or open ports',
      'ACI: extend a VLAN pool',
      'ACI: configuration audit',
      'ACI: back up the configuration',
      'ACI: connect bridge domains to a VRF',
    ])
  })

  it('prints a line for each row and task, as Ansible does', async () => {
    const { run } = await start()

    const { job, text, lines } = await run(11, { rows })

    expect(job).toMatchObject({
      status: 'successful',
      artifacts: { changed_objects: 4 },
      host_status_counts: { changed: 1 },
    })
    expect(lines[1]).toBe(`PLAY [Create bridge domains] ${'*'.repeat(51)}`)
    expect(lines.filter((line) => line.startsWith('changed: '))).toEqual([
      "changed: [apic1] => (item={'tenant': 'prod', 'bridge_domain': 'bd-web', 'subnet': '10.1.1.1/24', 'routed': True})",
      "changed: [apic1] => (item={'tenant': 'prod', 'bridge_domain': 'bd-db', 'subnet': None, 'routed': False})",
      "changed: [apic1] => (item={'tenant': 'prod', 'bridge_domain': 'bd-web', 'subnet': '10.1.1.1/24', 'routed': True})",
      "changed: [apic1] => (item={'tenant': 'prod', 'bridge_domain': 'bd-db', 'subnet': None, 'routed': False})",
    ])
    expect(text).toContain('\u001b[0;33mchanged: [apic1]')
    expect(lines.at(-2)).toMatch(/^apic1 +: ok=3 +changed=2 +unreachable=0 +failed=0 +skipped=0 +rescued=0 +ignored=0/)
  })

  it('fails when a row is broken, and skips what follows', async () => {
    const { run } = await start()

    const { job, lines } = await run(11, { rows: [...rows, { tenant: 'prod', bridge_domain: 'bd-broken' }] })

    expect(job).toMatchObject({ status: 'failed', host_status_counts: { failures: 1 } })
    expect(lines.filter((line) => line.startsWith('TASK'))).toHaveLength(2)
    expect(lines.find((line) => line.startsWith('failed: '))).toContain('APIC Error 102')
  })

  it.each([
    [12, { rows }],
    [13, { rows }],
    [14, { rows, ticket: 'CHG001' }],
    [13, {}],
  ])('runs template %d with %j', async (template, variables) => {
    const { run } = await start()

    expect((await run(template, variables)).job.status).toBe('successful')
  })

  it('has a template with more output than is shown, and one that is sliced', async () => {
    const { run, post } = await start()

    expect((await run(15, {})).text).toContain('Standard Output too large to display')
    expect((await post('job_templates/16/launch/', {})).body.type).toBe('workflow_job')
  })

  it('changes the fabric when a job has succeeded', async () => {
    const fabric = generateFabric({ size: 'small', seed: 1 })
    const { run } = await start(fabric)
    const orphan = fabric.ofClass('fvBD').find(({ dn }) => !fabric.get(`${dn}/rsctx`))!
    const [, tenant, bridge_domain] = /^uni\/tn-(.*)\/BD-(.*)$/.exec(orphan.dn)!

    await run(17, { rows: [{ tenant, bridge_domain, vrf: 'broken' }] })
    expect(fabric.get(`${orphan.dn}/rsctx`)).toBeUndefined()
    await run(17, { rows: [{ tenant, bridge_domain, vrf: 'rescued' }] })

    expect(readAttribute(fabric.get(`${orphan.dn}/rsctx`)!, 'tDn')).toBe(`uni/tn-${tenant}/ctx-rescued`)
    expect(fabric.get(`uni/tn-${tenant}/ctx-rescued`)).toBeDefined()
  })
})
