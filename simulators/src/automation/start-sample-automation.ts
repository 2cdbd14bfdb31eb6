import type { AutomationOptions } from './automation-options.ts'
import { SAMPLE_TEMPLATES } from './sample/sample-templates.ts'
import { type AutomationSimulator, startAutomation } from './start-automation.ts'

const SAMPLE_TOKEN = 'sample-automation-token-000001'

/** An automation server with templates for day-2 work on a fabric, in real time. */
export function startSampleAutomation(options: Pick<AutomationOptions, 'port' | 'host' | 'latencyMs'>): Promise<AutomationSimulator> {
  return startAutomation({ ...options, templates: SAMPLE_TEMPLATES, token: SAMPLE_TOKEN })
}
