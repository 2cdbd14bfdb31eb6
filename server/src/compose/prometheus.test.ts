import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { dashboardExpressions } from './describe-dashboard.ts'

const RULES = fileURLToPath(new URL('../../../deploy/alerts/heddle.rules.yml', import.meta.url))
const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  console.warn('promtool is not installed (Debian: prometheus): the syntax of alerts and dashboard is NOT tested')

type Rule = {
  readonly alert: string
  readonly labels: { severity: string }
  readonly annotations: { summary: string; runbook: string }
}

async function readAlerts(): Promise<readonly Rule[]> {
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: readonly { rules: readonly Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

const QUERIES_DASHBOARD = new URL('../../../deploy/grafana/heddle-queries.json', import.meta.url)
const SCRAPE = fileURLToPath(new URL('../../../deploy/prometheus/heddle-queries.yml', import.meta.url))

/** With the variables filled in as Grafana does. */
async function queryExpressions(): Promise<readonly string[]> {
  const { panels } = JSON.parse(await readFile(QUERIES_DASHBOARD, 'utf8')) as {
    panels: readonly { targets: readonly { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$metric', 'heddle_query_x').replaceAll('$connection', '.*')),
  )
}

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

describe('the alerts', () => {
  it('have a runbook each, a severity and a summary', async () => {
    for (const { alert, labels, annotations } of await readAlerts()) {
      expect(annotations.runbook, alert).toBe(`docs/operations.md#${alert.toLowerCase()}`)
      expect(['critical', 'warning'], alert).toContain(labels.severity)
      expect(annotations.summary, alert).not.toBe('')
    }
  })

  it('are explained, each under its own heading', async () => {
    const page = await readFile(OPERATIONS, 'utf8')
    const headings = [...page.matchAll(/^#{2,4} (Heddle\w+)$/gm)].map(([, name]) => name)

    expect(headings.toSorted()).toEqual((await readAlerts()).map(({ alert }) => alert).toSorted())
  })

  it.skipIf(!hasPromtool)('are rules that Prometheus accepts', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', RULES)

    expect(status, stdout + stderr).toBe(0)
  })

  it.skipIf(!hasPromtool)('fire when they should', () => {
    const { status, stdout, stderr } = promtool(
      'test',
      'rules',
      fileURLToPath(new URL('../../../deploy/alerts/heddle.test.yml', import.meta.url)),
    )

    expect(status, stdout + stderr).toBe(0)
  })
})

it.skipIf(!hasPromtool)('the dashboards ask only what Prometheus can read', async () => {
  const rules = [...dashboardExpressions(), ...(await queryExpressions())].map((expr, at) => ({
    record: `line:${at}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const file = join(temporaryFolder(), 'dashboard.rules.yml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))

  const { status, stdout, stderr } = promtool('check', 'rules', file)

  expect(status, stdout + stderr).toBe(0)
})

it.skipIf(!hasPromtool)('the recipe for the metrics of queries is one that Prometheus accepts', () => {
  const { status, stdout, stderr } = promtool('check', 'config', '--syntax-only', SCRAPE)

  expect(status, stdout + stderr).toBe(0)
})
